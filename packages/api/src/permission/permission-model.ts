import { permissionTypes, scopes, storedOrganizationRole, writtenOrganizationRoles } from "@dragoman/domain/permission"
import { Schema, SchemaTransformation } from "effect"
import { field } from "../field.ts"

export const ScopeModel = Schema.Literals(scopes)
export const PermissionTypeModel = Schema.Literals(permissionTypes)
export const OrganizationRoleModel = Schema.Literals(["MEMBER", "OWNER"])

/** A role in a request, where newer clients know one more. */
export const WrittenOrganizationRole = Schema.Literals(writtenOrganizationRoles).pipe(
  Schema.decodeTo(
    OrganizationRoleModel,
    SchemaTransformation.transform({
      decode: storedOrganizationRole,
      encode: (role): (typeof writtenOrganizationRoles)[number] => role
    })
  )
)

const originsOfTolgee = ["ORGANIZATION_BASE", "DIRECT", "ORGANIZATION_OWNER", "NONE", "SERVER_ADMIN"] as const

/** The rule that decided a computed permission. */
export const OriginModel = Schema.Literals([...originsOfTolgee, "PUBLIC"])

/** The rule that decided in an explanation for a key in a language. */
export const ExplainedOriginModel = Schema.Literals([...OriginModel.literals, "TASK"])

const languageIds = Schema.NullOr(Schema.Array(Schema.Int))

const permissionFields = {
  scopes: field(Schema.Array(ScopeModel), "Scopes, with all that they include.", [
    "translations.view",
    "translations.edit",
    "keys.view"
  ]),
  type: field(Schema.NullOr(PermissionTypeModel), "Permission type; null: single scopes were chosen.", "TRANSLATE"),
  permittedLanguageIds: field(languageIds, "Deprecated copy of `translateLanguageIds`."),
  translateLanguageIds: field(languageIds, "Ids of the languages that may be translated; null: all."),
  viewLanguageIds: field(languageIds, "Ids of the languages whose texts may be viewed; null: all."),
  stateChangeLanguageIds: field(languageIds, "Ids of the languages in which states may be set; null: all.")
}

export const PermissionModel = Schema.Struct(permissionFields)
export type PermissionModel = typeof PermissionModel.Type

export const ComputedPermissionModel = Schema.Struct({
  permissionModel: field(Schema.NullOr(PermissionModel), "The direct permission; null: none."),
  origin: field(
    Schema.Literals(originsOfTolgee),
    "The rule that decided: direct permission, base permission or role in the organization, or role of the server."
  ),
  ...permissionFields
})
export type ComputedPermissionModel = typeof ComputedPermissionModel.Type
