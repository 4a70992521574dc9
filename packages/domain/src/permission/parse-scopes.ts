import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"
import { isScope, type Scope } from "./scope.ts"

/**
 * The scopes of a request, without repeats; a value may have several, separated by commas. Empty values are skipped: an
 * empty result means that no scope was given. Source: docs/reference/permissions-and-scopes.md#setting-a-direct-permission.
 */
export const parseScopes = (values: ReadonlyArray<string>): Validated<ReadonlyArray<Scope>> => {
  const names = values.flatMap((value) => value.split(",")).map((name) => name.trim())
  const given = new Set<Scope>()
  for (const name of names) {
    if (isScope(name)) given.add(name)
    else if (name !== "") return invalid(domainError("scope_not_found", [name]))
  }
  return valid([...given])
}
