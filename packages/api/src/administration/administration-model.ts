import { Schema } from "effect"
import { AvatarModel } from "../organization/organization-model.ts"
import { ServerRoleModel } from "../user/user-model.ts"

/** A user as server administrators see it. */
export const AdministeredUserModel = Schema.Struct({
  id: Schema.Int,
  username: Schema.String,
  name: Schema.String,
  emailAwaitingVerification: Schema.NullOr(Schema.String),
  avatar: Schema.NullOr(AvatarModel),
  globalServerRole: ServerRoleModel,
  mfaEnabled: Schema.Boolean,
  deleted: Schema.Boolean,
  disabled: Schema.Boolean
})
export type AdministeredUserModel = typeof AdministeredUserModel.Type
