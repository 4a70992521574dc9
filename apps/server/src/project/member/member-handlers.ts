import { Api, type MemberModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { computePermission } from "@dragoman/domain/permission"
import type { MemberRow } from "@dragoman/store"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { computedPermissionToModel, permissionToModel } from "../../service/access/permission-to-model.ts"
import { resetToOrganization, revokeAccess, setPermissionType, setScopes } from "./change-members.ts"
import { listMembers } from "./member-queries.ts"

export const MemberHandlers = HttpApiBuilder.group(Api, "member", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listMembers(access, query)
      return { _embedded: { users: rows.map(memberToModel) }, page }
    }),
    setPermissionType: withAccess((access, { params, query }) =>
      setPermissionType(access, params.userId, params.permissionType, query)
    ),
    setScopes: withAccess((access, { params, query }) => setScopes(access, params.userId, query.scopes ?? [], query)),
    resetToOrganization: withAccess((access, { params }) => resetToOrganization(access, params.userId)),
    revokeAccess: withAccess((access, { params }) => revokeAccess(access, params.userId))
  })
)

const memberToModel = (row: MemberRow): MemberModel => {
  const { organizationRole, basePermission, directPermission } = row
  // The permission as a member: the role on the server does not count here.
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
    mfaEnabled: row.mfaEnabled
  }
}
