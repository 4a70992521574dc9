import type { DomainError } from "../error/domain-error.ts"
import {
  checkLanguages,
  checkScopes,
  type LanguageOperation,
  permittedLanguages,
  scopeOfLanguageOperation
} from "./check-access.ts"
import { type ComputedPermission, computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import { type Permission, permissionOfType } from "./permission.ts"
import { includedScopes, type Scope } from "./scope.ts"

/**
 * May the granter give this permission away? null: yes. A user grants at most the scopes and the languages that the user
 * has: a scope that the granter lacks, or has in fewer languages, is an error.
 * Source: docs/permissions.md#what-may-be-granted.
 */
export const checkGrant = (granter: ComputedPermission, permission: Permission): DomainError | null =>
  checkCovers(granter, computePermission({ ...stranger, directPermission: permission }))

/**
 * May the granter replace the direct permission of a user? null: yes. `permission` null: it is deleted. The granter needs
 * everything that the user may do now, since a granter cannot lower a user who has more, and everything that the user may
 * do then: the base permission, which takes the place of a deleted one, may give more. Deleting none changes nothing.
 * The role on the server does not count: a direct permission does not change what it gives.
 */
export const checkChangePermission = (
  granter: ComputedPermission,
  user: PermissionFacts,
  permission: Permission | null
): DomainError | null => {
  if (user.directPermission === null && permission === null) return null
  const before = { ...user, serverRole: "USER" } as const
  return (
    checkCovers(granter, computePermission(before)) ??
    checkCovers(granter, computePermission({ ...before, directPermission: permission }))
  )
}

const checkCovers = (granter: ComputedPermission, other: ComputedPermission): DomainError | null => {
  const lacking = other.scopes.filter((scope) => !hasScope(granter, scope))
  if (lacking.length > 0) return checkScopes(granter.scopes, withoutIncluded(lacking))
  for (const operation of operations) {
    if (!hasScope(other, scopeOfLanguageOperation[operation])) continue
    const error = checkLanguages(granter, operation, permittedLanguages(other, operation))
    if (error !== null) return error
  }
  return null
}

const operations: ReadonlyArray<LanguageOperation> = ["view", "translate", "stateChange"]

/** The scopes that say it all: those that no other one of the list includes. */
const withoutIncluded = (list: ReadonlyArray<Scope>): ReadonlyArray<Scope> => {
  const included = new Set(list.flatMap((scope) => includedScopes[scope]))
  return list.filter((scope) => !included.has(scope))
}

/** No role and no permission. */
const stranger: PermissionFacts = {
  organizationRole: null,
  basePermission: permissionOfType("NONE"),
  directPermission: null,
  serverRole: "USER"
}
