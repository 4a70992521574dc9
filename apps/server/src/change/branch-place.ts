import { chooseBranch } from "@dragoman/domain/branch"
import { BranchRepository, type ContentPlace, defaultBranch } from "@dragoman/store"
import { Effect } from "effect"
import { orFail } from "../platform/fail.ts"
import type { BranchedProject } from "./change-project.ts"

/** Reads the names of branches for models of keys; none for projects that use no branches. */
export const readBranchNames = ({ projectId }: { readonly projectId: number }) =>
  BranchRepository.use((repository) => repository.listNames(projectId))

/**
 * Returns the place of the branch that a request reads: the default one for absent and blank names. Fails with
 * `feature_not_enabled_for_project` and `branch_not_found`. Changes get their place from `changeContent`.
 */
export const readPlace = Effect.fn("readPlace")(function* (
  { projectId }: { readonly projectId: number },
  branch: string | null | undefined
) {
  // Requests without a branch cost no query.
  if ((branch ?? "").trim() === "") return defaultBranch(projectId)
  const place: ContentPlace = {
    projectId,
    branchId: yield* orFail(chooseBranch(yield* readBranches(projectId), branch))
  }
  return place
})

/** Reads the branches of a project that are not deleted, and whether it uses them. */
export const readBranches = Effect.fnUntraced(function* (projectId: number) {
  const repository = yield* BranchRepository
  const project: BranchedProject = {
    projectId,
    useBranching: yield* repository.isUsedBy(projectId),
    branches: yield* repository.listOfProject(projectId)
  }
  return project
})
