import { Schema } from "effect"
import { field } from "../field.ts"
import { AvatarModel } from "../organization/organization-model.ts"
import { ServerRoleModel } from "../user/user-model.ts"

/** A user as server administrators see it. */
export const AdministeredUserModel = Schema.Struct({
  id: field(Schema.Int, "Id of the user.", 12),
  username: field(Schema.String, "Name for the login, usually an e-mail address.", "nela@example.com"),
  name: field(Schema.String, "Name of the person.", "Nela Nová"),
  emailAwaitingVerification: field(Schema.NullOr(Schema.String), "Always null: a new e-mail address counts at once."),
  avatar: field(Schema.NullOr(AvatarModel), "Picture; null: none."),
  globalServerRole: field(ServerRoleModel, "Role on the whole server."),
  mfaEnabled: field(Schema.Boolean, "Always false: the server has no second factor."),
  deleted: field(Schema.Boolean, "Whether the account was deleted."),
  disabled: field(Schema.Boolean, "Whether the account is disabled: no credential of it works.")
})
export type AdministeredUserModel = typeof AdministeredUserModel.Type
