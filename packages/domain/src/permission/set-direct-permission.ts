import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import type { OrganizationRole } from "./organization-role.ts"
import { parseScopes } from "./parse-scopes.ts"
import { type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"
import { isPermissionType } from "./permission-type.ts"
import {
  checkLanguagesOfScopes,
  checkLanguagesOfType,
  type LanguageFacts,
  type RequestedLanguages,
  resolveLanguages
} from "./requested-languages.ts"

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
