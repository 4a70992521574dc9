import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { branchesQuery } from "./branch-queries.ts"
import { useBranch } from "./use-branch.ts"

/**
 * Lets the address name the branch of the shown key: a link by the id of a key finds it on any branch. `branch`: its name; null: the
 * project uses no branches; undefined: the key is not read yet.
 */
export const useFollowBranchOfKey = (projectId: number, branch: string | null | undefined): void => {
  const navigate = useNavigate()
  const named = useBranch()
  const isKnown = branch !== null && branch !== undefined
  const { data: branches } = useQuery({ ...branchesQuery(projectId), enabled: isKnown })
  const found = isKnown ? branches?.find(({ name }) => name === branch) : undefined
  const wanted = found?.isDefault === true ? undefined : branch
  useEffect(() => {
    if (found === undefined || wanted === named) return
    void navigate({ to: ".", search: (before) => ({ ...before, branch: wanted ?? undefined }), replace: true })
  }, [found, wanted, named, navigate])
}
