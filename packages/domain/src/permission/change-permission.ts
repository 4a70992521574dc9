import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import {
  isPermissionType,
  type LanguageRestrictions,
  type Permission,
  type PermissionType,
  permissionOfScopes,
  permissionOfType
} from "./permission.ts"
import type { OrganizationRole } from "./role.ts"
import { expandScopes, type Scope } from "./scope.ts"
import { parseScopes } from "./written-names.ts"

export interface SetDirectPermissionFacts extends LanguageFacts {
  readonly callerId: number
  readonly userId: number
  /** null: there is no such user. */
  readonly user: ProjectUserFacts | null
}

export interface ProjectUserFacts {
  readonly organizationRole: OrganizationRole | null
  readonly hasDirectPermission: boolean
}

/**
 * The direct permission by type to be stored in place of the one before, or the first rule that the request breaks.
 * Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission, in its order.
 */
export const setDirectPermissionType = (
  facts: SetDirectPermissionFacts,
  type: string,
  requested: RequestedLanguages
): Validated<Permission> => {
  if (!isPermissionType(type)) return invalid(domainError("wrong_param_type", ["permissionType"]))
  if (facts.userId === facts.callerId) return invalid(domainError("cannot_set_your_own_permissions"))
  const languages = resolveLanguages(requested, facts)
  if (!languages.ok) return languages
  const error = checkLanguagesOfType(type, languages.value) ?? checkUser(facts.user)
  return error === null ? valid(permissionOfType(type, languages.value)) : invalid(error)
}

/**
 * The same with granular scopes, which are stored as given. Every server has the feature, so its check is left out.
 * Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission, in its order.
 */
export const setDirectPermissionScopes = (
  facts: SetDirectPermissionFacts,
  scopeValues: ReadonlyArray<string>,
  requested: RequestedLanguages
): Validated<Permission> => {
  const granted = parseScopes(scopeValues)
  if (!granted.ok) return granted
  if (facts.userId === facts.callerId) return invalid(domainError("cannot_set_your_own_permissions"))
  const languages = resolveLanguages(requested, facts)
  if (!languages.ok) return languages
  if (granted.value.length === 0) return invalid(domainError("scopes_has_to_be_set"))
  const error = checkLanguagesOfScopes(granted.value, languages.value) ?? checkUser(facts.user)
  return error === null ? valid(permissionOfScopes(granted.value, languages.value)) : invalid(error)
}

const checkUser = (user: ProjectUserFacts | null): DomainError | null => {
  // An account that has nothing to do with the project is like none.
  if (user === null || (user.organizationRole === null && !user.hasDirectPermission)) {
    return domainError("user_not_found")
  }
  return user.organizationRole === "OWNER" ? domainError("user_is_organization_owner") : null
}

export interface RemoveDirectPermissionFacts {
  readonly callerId: number
  readonly userId: number
  readonly user: ProjectUserFacts
}

// Each function checks whether the direct permission may be deleted; null: yes.
// Source: docs/reference/permissions-and-scopes.md#removing-a-permission.

/**
 * Resets to the base permission. No error for members without a direct permission; a user without any access counts as
 * unknown.
 */
export const checkResetPermission = ({ callerId, userId, user }: RemoveDirectPermissionFacts): DomainError | null => {
  if (userId === callerId) return domainError("cannot_set_your_own_permissions")
  return user.organizationRole !== null || user.hasDirectPermission ? null : domainError("user_not_found")
}

/** Removes a user from the project: only one without an organization role, which would give access again. */
export const checkRevokeAccess = ({ callerId, userId, user }: RemoveDirectPermissionFacts): DomainError | null => {
  if (userId === callerId) return domainError("can_not_revoke_own_permissions")
  if (user.organizationRole !== null) return domainError("user_is_organization_member")
  return user.hasDirectPermission ? null : domainError("user_not_found")
}

/** `caller`: the user who leaves. */
export const checkLeaveProject = (caller: ProjectUserFacts): DomainError | null => {
  if (caller.organizationRole !== null) return domainError("cannot_leave_project_with_organization_role")
  return caller.hasDirectPermission ? null : domainError("dont_have_direct_permissions")
}

/**
 * A granular base permission of an organization; it has no language lists. One by type is `permissionOfType`.
 * Source: docs/reference/permissions-and-scopes.md#base-permission.
 */
export const setBasePermissionScopes = (scopeValues: ReadonlyArray<string>): Validated<Permission> => {
  const granted = parseScopes(scopeValues)
  if (!granted.ok) return granted
  if (granted.value.length === 0) return invalid(domainError("scopes_has_to_be_set"))
  return valid(permissionOfScopes(granted.value))
}

/** The lists of a request; absent, null and empty mean the same: no restriction is asked for. */
export interface RequestedLanguages {
  readonly translateLanguageIds?: ReadonlyArray<number> | null | undefined
  readonly viewLanguageIds?: ReadonlyArray<number> | null | undefined
  readonly stateChangeLanguageIds?: ReadonlyArray<number> | null | undefined
}

export interface LanguageFacts {
  readonly projectId: number
  /** Facts of every requested language that exists, whatever its project. */
  readonly projectIdsByLanguageId: ReadonlyMap<number, number>
}

/**
 * The requested lists without the languages that the project does not have. A list of which the
 * project has none is an error, because a permission meant for few languages would become one for all.
 * The view list is as requested: the other two are not merged into it, as rules ask which lists were given.
 * Source: docs/reference/permissions-and-scopes.md.
 */
export const resolveLanguages = (
  requested: RequestedLanguages,
  facts: LanguageFacts
): Validated<LanguageRestrictions> => {
  const translate = resolveList(requested.translateLanguageIds, facts)
  const view = resolveList(requested.viewLanguageIds, facts)
  const stateChange = resolveList(requested.stateChangeLanguageIds, facts)
  if (translate === undefined || view === undefined || stateChange === undefined) {
    return invalid(domainError("language_not_from_project"))
  }
  return valid({ translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange })
}

/** Rules 4 to 7 of a permission by type. Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission. */
export const checkLanguagesOfType = (type: PermissionType, languages: LanguageRestrictions): DomainError | null => {
  const { translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange } = languages
  if (view !== null) return domainError("cannot_set_view_languages_without_for_level_based_permissions")
  if (stateChange !== null && type !== "REVIEW") {
    return domainError("only_review_permission_accepts_state_change_languages")
  }
  if (translate !== null && type !== "TRANSLATE" && type !== "REVIEW") {
    return domainError("only_translate_or_review_permission_accepts_translate_languages")
  }
  if (type === "REVIEW" && !isSameSet(translate ?? [], stateChange ?? [])) {
    return domainError("cannot_set_different_translate_and_state_change_languages_for_level_based_permissions")
  }
  return null
}

/**
 * The language rules of granular scopes; there is at least one scope.
 * Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission.
 */
export const checkLanguagesOfScopes = (
  granted: ReadonlyArray<Scope>,
  languages: LanguageRestrictions
): DomainError | null => {
  const { translateLanguageIds: translate, viewLanguageIds: view, stateChangeLanguageIds: stateChange } = languages
  const expanded = expandScopes(granted)
  if (granted.includes("admin") && (translate ?? view ?? stateChange) !== null) {
    return domainError("cannot_set_language_permissions_for_admin_scope")
  }
  if (view !== null && !expanded.includes("translations.view")) {
    return domainError("cannot_set_view_languages_without_translations_view_scope")
  }
  if (translate !== null && !expanded.includes("translations.edit")) {
    return domainError("cannot_set_translate_languages_without_translations_edit_scope")
  }
  if (stateChange !== null && !expanded.includes("translations.state-edit")) {
    return domainError("cannot_set_state_change_languages_without_translations_state_edit_scope")
  }
  return null
}

/** undefined: an error. */
const resolveList = (
  requested: ReadonlyArray<number> | null | undefined,
  { projectId, projectIdsByLanguageId }: LanguageFacts
): ReadonlyArray<number> | null | undefined => {
  if (requested === null || requested === undefined || requested.length === 0) return null
  const own = requested.filter((id) => projectIdsByLanguageId.get(id) === projectId)
  return own.length === 0 ? undefined : own
}

const isSameSet = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): boolean =>
  left.every((id) => right.includes(id)) && right.every((id) => left.includes(id))
