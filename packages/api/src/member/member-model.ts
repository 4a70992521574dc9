import { Schema } from "effect"
import { field } from "../field.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { ComputedPermissionModel, OrganizationRoleModel, PermissionModel } from "../permission/permission-model.ts"

/** A user with access to a project or with a direct permission in it. */
export const MemberModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  username: field(Schema.String, "Name for the login, usually an e-mail address.", "nela@example.com"),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  organizationRole: field(Schema.NullOr(OrganizationRoleModel), "Role in the organization of the project; null: none."),
  organizationBasePermission: field(
    PermissionModel,
    "Permission that members of the organization have without a direct one."
  ),
  directPermission: field(
    Schema.NullOr(
      Schema.Struct({
        ...PermissionModel.fields,
        agency: field(Schema.Null, "Always null: the server has no translation agencies.")
      })
    ),
    "Permission in this project that replaces the base permission; null: none."
  ),
  computedPermission: field(
    ComputedPermissionModel,
    "Permission of the user in the project, as if the server role were USER."
  ),
  mfaEnabled: field(Schema.Boolean, "Whether logins need a code of an authenticator app.")
})
export type MemberModel = typeof MemberModel.Type
