import { useQuery } from "@tanstack/react-query"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useOrganizationRole } from "./organization-frame.tsx"
import { offeredProjectsMax, organizationProjectsQuery } from "./organization-list-queries.ts"

/** Why I cannot change a memory or a glossary that projects use; null: I can, as an owner or with `project.edit` in each of them. */
export const useSharedObstacle = (
  organization: OrganizationModel,
  projectIds: ReadonlyArray<number>
): string | null => {
  const { needsOwner } = useOrganizationRole(organization)
  const list = { search: "", size: offeredProjectsMax }
  const projects = useQuery({ ...organizationProjectsQuery(organization.slug, list), enabled: needsOwner !== null })
  const editable = new Set(
    (projects.data?.rows ?? []).flatMap(({ id, computedPermission }) =>
      computedPermission.scopes.includes("project.edit") ? [id] : []
    )
  )
  const mayEdit = projectIds.length > 0 && projectIds.every((projectId) => editable.has(projectId))
  return mayEdit ? null : needsOwner
}
