import type { MemberModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { computePermission } from "@dragoman/domain/permission"
import type { MemberRow } from "@dragoman/store"
import { computedPermissionToModel, permissionToModel } from "../../platform/access/permission-to-model.ts"

/** Source: reference "auth-and-permissions" 6.1. */
export const memberToModel = (row: MemberRow): MemberModel => {
  const { organizationRole, basePermission, directPermission } = row
  // What membership gives, whatever else the user is on this server.
  const computed = computePermission({ organizationRole, basePermission, directPermission, serverRole: "USER" })
  return {
    id: row.userId,
    username: row.username,
    name: row.name,
    avatar: avatarLinks(row.avatarHash),
    organizationRole,
    organizationBasePermission: permissionToModel(basePermission),
    directPermission: directPermission === null ? null : { ...permissionToModel(directPermission), agency: null },
    computedPermission: computedPermissionToModel(computed, directPermission),
    mfaEnabled: false
  }
}
