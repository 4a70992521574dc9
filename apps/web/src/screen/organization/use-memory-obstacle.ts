import { useQuery } from "@tanstack/react-query"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { assignedProjectsQuery, type MemoryType } from "./memory-queries.ts"
import { useOrganizationRole } from "./organization-frame.tsx"
import { offeredProjectsMax, organizationProjectsQuery } from "./organization-list-queries.ts"

/** Why I cannot change a memory; null: I can, as an owner or with `project.edit` in every project that uses it. */
export const useMemoryObstacle = (
  organization: OrganizationModel,
  memory: { readonly id: number; readonly type: MemoryType }
): string | null => {
  const { slug } = organization
  const { needsOwner } = useOrganizationRole(organization)
  const isAsked = needsOwner !== null
  const assigned = useQuery({ ...assignedProjectsQuery(slug, memory.id), enabled: isAsked })
  const list = { search: "", size: offeredProjectsMax }
  const projects = useQuery({ ...organizationProjectsQuery(slug, list), enabled: isAsked })
  const editable = new Set(
    (projects.data?.rows ?? []).flatMap(({ id, computedPermission }) =>
      computedPermission.scopes.includes("project.edit") ? [id] : []
    )
  )
  const used = assigned.data ?? []
  const mayEdit = used.length > 0 && used.every(({ projectId }) => editable.has(projectId))
  return mayEdit ? null : needsOwner
}
