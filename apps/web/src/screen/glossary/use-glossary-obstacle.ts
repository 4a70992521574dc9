import { useQuery } from "@tanstack/react-query"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useSharedObstacle } from "../organization/use-shared-obstacle.ts"
import { assignedProjectsQuery } from "./glossary-queries.ts"

/** Why I cannot change a glossary; null: I can. */
export const useGlossaryObstacle = (organization: OrganizationModel, glossaryId: number): string | null => {
  const assigned = useQuery(assignedProjectsQuery(organization.slug, glossaryId))
  return useSharedObstacle(
    organization,
    (assigned.data ?? []).map(({ id }) => id)
  )
}
