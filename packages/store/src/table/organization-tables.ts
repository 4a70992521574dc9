import { organizationRoles, permissionTypes, type Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { Id, Json, Millis, table } from "../database/table.ts"

export const organizationTable = table("organization", {
  id: Id,
  name: Schema.String,
  slug: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** Type XOR scopes. Base permissions are never limited to languages. */
  baseType: Schema.NullOr(Schema.Literals(permissionTypes)),
  /** Not expanded. */
  baseScopes: Schema.NullOr(Json<ReadonlyArray<Scope>>()),
  /** null: no picture. */
  avatarHash: Schema.NullOr(Schema.String),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})

export const organizationRoleTable = table("organization_role", {
  organizationId: Schema.Number,
  userId: Schema.Number,
  role: Schema.Literals(organizationRoles),
  createdAt: Millis
})
