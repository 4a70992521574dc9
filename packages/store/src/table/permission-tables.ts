import { organizationRoles, type Permission, permissionTypes, type Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { hasDefault, Id, Json, Millis, optional, pick, table } from "../database/table.ts"

/** The columns in which a table keeps a permission that may be limited to languages. */
export const permissionFields = {
  type: Schema.NullOr(Schema.Literals(permissionTypes)),
  /** Not expanded; null when there is a type. */
  scopes: Schema.NullOr(Json<ReadonlyArray<Scope>>()),
  /** null: all languages, as in the two lists below. */
  translateLanguageIds: Schema.NullOr(Json<ReadonlyArray<number>>()),
  viewLanguageIds: Schema.NullOr(Json<ReadonlyArray<number>>()),
  stateChangeLanguageIds: Schema.NullOr(Json<ReadonlyArray<number>>())
}

/** The fields in which a row keeps a permission. */
export const permissionFieldNames = [
  "type",
  "scopes",
  "translateLanguageIds",
  "viewLanguageIds",
  "stateChangeLanguageIds"
] as const satisfies ReadonlyArray<keyof Permission & keyof typeof permissionFields>

/** The permission among the fields of a row. Base permissions have no language lists. */
export const toPermission = (row: Pick<Permission, "type" | "scopes"> & Partial<Permission>): Permission => ({
  type: row.type,
  scopes: row.scopes,
  translateLanguageIds: row.translateLanguageIds ?? null,
  viewLanguageIds: row.viewLanguageIds ?? null,
  stateChangeLanguageIds: row.stateChangeLanguageIds ?? null
})

/** Permissions of users in single projects. */
export const directPermissionTable = table("direct_permission", {
  projectId: Schema.Number,
  userId: Schema.Number,
  ...permissionFields,
  createdAt: Millis
})

const d = optional(directPermissionTable.as("d"))

/** Columns of a LEFT JOIN of `direct_permission d`. */
export const directPermissionColumns = { directProjectId: d.projectId, ...pick(d, ...permissionFieldNames) }

/** null: the user has no direct permission in the project. */
export const toDirectPermission = (row: Permission & { readonly directProjectId: number | null }): Permission | null =>
  row.directProjectId === null ? null : toPermission(row)

/** Into an organization with a role, or into a project with a permission. */
export const invitationTable = table("invitation", {
  id: Id,
  /** Encrypted when the database is. */
  code: Schema.String,
  /** SHA-256 of the code, by which an invitation is found. */
  codeDigest: hasDefault(Schema.String),
  organizationId: Schema.NullOr(Schema.Number),
  organizationRole: Schema.NullOr(Schema.Literals(organizationRoles)),
  projectId: Schema.NullOr(Schema.Number),
  ...permissionFields,
  /** Name of the invited person, like `email`. */
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  createdBy: Schema.Number,
  createdAt: Millis,
  expiresAt: Millis
})
