import { Api, type MemberModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { computePermission } from "@dragoman/domain/permission"
import type { MemberRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ifMatch, withETag } from "../../platform/http/if-match.ts"
import { withAccess } from "../../service/access/access.ts"
import { computedPermissionToModel, permissionToModel } from "../../service/access/permission-to-model.ts"
import { resetToOrganization, revokeAccess, setPermissionType, setScopes } from "./change-members.ts"
import { getMember, listMembers } from "./member-queries.ts"

export const MemberHandlers = HttpApiBuilder.group(Api, "member", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listMembers(access, query)
      return { _embedded: { users: rows.map(memberToModel) }, page }
    }),
    get: withAccess((access, { params }) => withETag(Effect.map(getMember(access, params.userId), memberToModel))),
    setPermissionType: withAccess(function* (access, { params, query }) {
      yield* setPermissionType(access, params.userId, params.permissionType, query, yield* ifMatch(memberToModel))
    }),
    setScopes: withAccess(function* (access, { params, query }) {
      yield* setScopes(access, params.userId, query.scopes ?? [], query, yield* ifMatch(memberToModel))
    }),
    resetToOrganization: withAccess(function* (access, { params }) {
      yield* resetToOrganization(access, params.userId, yield* ifMatch(memberToModel))
    }),
    revokeAccess: withAccess(function* (access, { params }) {
      yield* revokeAccess(access, params.userId, yield* ifMatch(memberToModel))
    })
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
