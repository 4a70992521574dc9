import type { AuditEntryModel } from "../../base/api/contract.ts"

/**
 * The screen of the object of an entry; null: it is gone, or has no screen. `slug`: of the organization whose log is shown,
 * null: that of the server, whose readers see every screen.
 */
export const linkOf = ({ object, organization, project }: AuditEntryModel, slug: string | null): string | null => {
  if (object === null || object.currentName === null) return null
  const inProject = project === null || project.name === null ? null : `/projects/${project.id}`
  switch (object.kind) {
    case "PROJECT":
      return `/projects/${object.id}`
    case "ORGANIZATION":
      return `/organizations/${slug ?? object.id}`
    case "WEBHOOK":
      return inProject && `${inProject}/webhooks/${object.id}`
    case "API_KEY":
      return inProject && `${inProject}/api-keys`
    case "INVITATION":
    case "USER":
      if (inProject !== null) return `${inProject}/members`
      if (organization !== null && organization.name !== null)
        return `/organizations/${slug ?? organization.id}/members`
      return slug === null && object.kind === "USER" ? "/server/users" : null
    default:
      return null
  }
}
