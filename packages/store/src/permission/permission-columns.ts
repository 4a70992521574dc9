import { type Permission, permissionTypes, type Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { Json } from "../database/table.ts"

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
