import type { ProjectAccess } from "../../../platform/access/access.ts"
import type { ImportAuthority } from "./import-source.ts"

/** What of an access decides about an import, as plain data. */
export const authorityOf = (access: ProjectAccess): ImportAuthority => ({
  projectId: access.projectId,
  userId: access.caller.userId,
  computedPermission: access.computedPermission,
  effectiveScopes: access.effectiveScopes
})
