import { Schema } from "effect"
import { AvatarModel } from "../organization/organization-model.ts"
import { ComputedPermissionModel, OrganizationRoleModel, PermissionModel } from "../permission/permission-model.ts"

/** A user with access to a project or with a direct permission in it. */
export const MemberModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  avatar: Schema.NullOr(AvatarModel),
  organizationRole: Schema.NullOr(OrganizationRoleModel),
  organizationBasePermission: PermissionModel,
  directPermission: Schema.NullOr(Schema.Struct({ ...PermissionModel.fields, agency: Schema.Null })),
  /** As if the server role were USER: never SERVER_ADMIN. */
  computedPermission: ComputedPermissionModel,
  mfaEnabled: Schema.Boolean
})
export type MemberModel = typeof MemberModel.Type
