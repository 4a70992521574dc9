import type { ComputedPermissionModel, PermissionModel } from "@dragoman/api"
import { type ComputedPermission, expandPermission, type Permission } from "@dragoman/domain/permission"

/** Scopes are always shown expanded. */
export const permissionToModel = (permission: Permission): PermissionModel => ({
  scopes: expandPermission(permission),
  type: permission.type,
  ...languageFields(permission)
})

/** `directPermission`: the record of the same user in the same project, null when there is none. */
export const computedPermissionToModel = (
  computed: ComputedPermission,
  directPermission: Permission | null
): ComputedPermissionModel => ({
  permissionModel: directPermission === null ? null : permissionToModel(directPermission),
  origin: computed.origin,
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
