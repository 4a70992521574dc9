import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import { parseScopes } from "./parse-scopes.ts"
import { type Permission, permissionOfScopes } from "./permission.ts"

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
