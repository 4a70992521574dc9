import { permissionTypes, scopes } from "@dragoman/domain/permission"
import { Schema } from "effect"

export const ScopeModel = Schema.Literals(scopes)
export const PermissionTypeModel = Schema.Literals(permissionTypes)
export const OrganizationRoleModel = Schema.Literals(["MEMBER", "OWNER"])

/** The rule that decided a computed permission. */
export const OriginModel = Schema.Literals([
  "ORGANIZATION_BASE",
  "DIRECT",
  "ORGANIZATION_OWNER",
  "NONE",
  "SERVER_ADMIN"
])

const languageIds = Schema.NullOr(Schema.Array(Schema.Int))

const permissionFields = {
  /** Always expanded. */
  scopes: Schema.Array(ScopeModel),
  /** null: granular scopes. */
  type: Schema.NullOr(PermissionTypeModel),
  /** Deprecated copy of `translateLanguageIds`. */
  permittedLanguageIds: languageIds,
  /** null, here and below: all languages. */
  translateLanguageIds: languageIds,
  viewLanguageIds: languageIds,
  stateChangeLanguageIds: languageIds
}

export const PermissionModel = Schema.Struct(permissionFields)
export type PermissionModel = typeof PermissionModel.Type

export const ComputedPermissionModel = Schema.Struct({
  permissionModel: Schema.NullOr(PermissionModel),
  origin: OriginModel,
  ...permissionFields
})
export type ComputedPermissionModel = typeof ComputedPermissionModel.Type
