import { organizationRoles } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { Id, Millis, table } from "../database/table.ts"
import { permissionFields } from "../permission/permission-columns.ts"

/** Into an organization with a role, or into a project with a permission. */
export const invitationTable = table("invitation", {
  id: Id,
  code: Schema.String,
  organizationId: Schema.NullOr(Schema.Number),
  organizationRole: Schema.NullOr(Schema.Literals(organizationRoles)),
  projectId: Schema.NullOr(Schema.Number),
  ...permissionFields,
  /** Of the person invited, as `email`. */
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  createdBy: Schema.Number,
  createdAt: Millis,
  expiresAt: Millis
})
