import { useQuery } from "@tanstack/react-query"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { assignedProjectsQuery } from "./memory-queries.ts"
import { useSharedObstacle } from "./use-shared-obstacle.ts"

/** Why I cannot change a memory; null: I can. */
export const useMemoryObstacle = (organization: OrganizationModel, memory: { readonly id: number }): string | null => {
  const assigned = useQuery(assignedProjectsQuery(organization.slug, memory.id))
  return useSharedObstacle(
    organization,
    (assigned.data ?? []).map(({ projectId }) => projectId)
  )
}
