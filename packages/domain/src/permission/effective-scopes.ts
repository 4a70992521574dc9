import type { ComputedPermission } from "./compute-permission.ts"
import { bitOfScope, expansionOf, type Scope } from "./scope.ts"

/**
 * The scopes of a request, expanded: those of the user that the credential has, too. `keyScopes`: those stored in the project API key; null
 * for access tokens, which have all of their user's scopes. A key gives an administrator nothing beyond its own scopes.
 * Source: docs/reference/permissions-and-scopes.md#effective-scopes-of-a-request.
 */
export const effectiveScopes = (
  computed: Pick<ComputedPermission, "scopes" | "scopeBits">,
  keyScopes: ReadonlyArray<Scope> | null
): ReadonlyArray<Scope> => {
  if (keyScopes === null) return computed.scopes
  const { scopes } = expansionOf(keyScopes)
  return scopes.filter((scope) => (computed.scopeBits & bitOfScope[scope]) !== 0)
}
