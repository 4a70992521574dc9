import type { ComputedPermissionModel, PermissionModel } from "@dragoman/api"
import { type ComputedPermission, expandPermission, type Permission } from "@dragoman/domain/permission"

/** Converts a permission for responses, which always show scopes expanded. */
export const permissionToModel = (permission: Permission): PermissionModel => ({
  scopes: expandPermission(permission),
  type: permission.type,
  ...languageFields(permission)
})

/** Converts the permissions of a user in a project. `directPermission`: null when there is none. */
export const computedPermissionToModel = (
  computed: ComputedPermission,
  directPermission: Permission | null
): ComputedPermissionModel => ({
  permissionModel: directPermission === null ? null : permissionToModel(directPermission),
  // No endpoint that shows a computed permission is open to visitors, and Tolgee's clients do not know PUBLIC.
  origin: computed.origin === "PUBLIC" ? "NONE" : computed.origin,
  scopes: computed.scopes,
  type: computed.type,
  ...languageFields(computed)
})

const languageFields = (
  languages: Pick<Permission, "translateLanguageIds" | "viewLanguageIds" | "stateChangeLanguageIds">
) => ({
  permittedLanguageIds: languages.translateLanguageIds,
  translateLanguageIds: languages.translateLanguageIds,
  viewLanguageIds: languages.viewLanguageIds,
  stateChangeLanguageIds: languages.stateChangeLanguageIds
})
