import type { AnyOfRequirement, ProjectRequirement, Requirement } from "@dragoman/api"
import { type DomainError, domainError } from "@dragoman/domain/error"
import {
  checkOrganizationAccess,
  checkProjectAccess,
  computePermission,
  effectiveScopes,
  type Scope
} from "@dragoman/domain/permission"
import { toPermission } from "../testing/seed.ts"
import { type CallerKind, forcedDomain } from "./caller-kinds.ts"

/**
 * The error that a requirement means for a kind of caller; null: allowed. A second implementation, independent of
 * the server's `authorize.ts`; the order of the checks is that of ADR 5.
 */
export const expectedError = (requirement: Requirement, caller: CallerKind): DomainError | null =>
  requirement.subject === "public" ? null : (credentialError(requirement, caller) ?? subjectError(requirement, caller))

type CallerRequirement = Exclude<Requirement, { readonly subject: "public" }>

const credentialError = (requirement: CallerRequirement, caller: CallerKind): DomainError | null => {
  if (caller.credential === null) {
    return requirement.subject === "publicProject" ? null : domainError("unauthenticated")
  }
  const accepted: ReadonlyArray<string> = requirement.credentials
  const kind = caller.credential === "SESSION" ? "JWT" : caller.credential
  if (!accepted.includes(kind)) {
    if (kind === "JWT") return domainError("invalid_authentication_method")
    if (accepted.every((kind) => kind === "JWT")) return domainError("api_access_forbidden")
    return domainError(kind === "PAT" ? "pat_access_not_allowed" : "pak_access_not_allowed")
  }
  const isInPerson = requirement.superToken || ("inPerson" in requirement && requirement.inPerson)
  if (caller.isActedAs && isInPerson) return domainError("not_while_acting_as_user")
  const isBeforeConnecting = "beforeConnecting" in requirement && requirement.beforeConnecting
  if (caller.mustConnect && !isBeforeConnecting) {
    return domainError("sso_login_forced_for_this_account", [forcedDomain])
  }
  return requirement.superToken && !caller.isSuper ? domainError("expired_super_jwt_token") : null
}

const subjectError = (requirement: CallerRequirement, caller: CallerKind): DomainError | null => {
  const directPermission = caller.directPermission === null ? null : toPermission(caller.directPermission)
  switch (requirement.subject) {
    case "user":
      return null
    case "administrator":
      return caller.serverRole === "ADMIN" ? null : domainError("operation_not_permitted")
    case "organization":
      return checkOrganizationAccess(
        {
          role: caller.organizationRole,
          hasProjectPermission: directPermission !== null && directPermission.type !== "NONE",
          serverRole: caller.serverRole
        },
        requirement.level,
        requirement.hiddenCode
      )
    case "publicProject":
      return caller.isProjectPublic && directPermission?.type !== "NONE" ? null : domainError("project_not_found")
    case "project": {
      if (caller.isProjectPublic && requirement.visitors && caller.directPermission === null) {
        return caller.credential === "PAK" ? domainError("project_not_found") : null
      }
      const scopes = scopesOf(caller)
      return checkProjectAccess({
        effectiveScopes: scopes,
        requiredScopes: requiredScopes(requirement, scopes),
        keyOfOtherProject: caller.keyOfOtherProject
      })
    }
  }
}

const scopesOf = (caller: CallerKind): ReadonlyArray<Scope> => {
  const computed = computePermission({
    organizationRole: caller.organizationRole,
    basePermission: toPermission("VIEW"),
    directPermission: caller.directPermission === null ? null : toPermission(caller.directPermission),
    serverRole: caller.serverRole
  })
  return effectiveScopes(computed, caller.credential === "PAK" ? caller.keyScopes : null)
}

/**
 * The scope that the operation requires for things of others, from a caller who is admitted for what belongs to the caller
 * alone; null: all other callers.
 */
export const scopeForOthers = (requirement: Requirement, caller: CallerKind): Scope | null => {
  if (!("anyOf" in requirement) || expectedError(requirement, caller) !== null) return null
  const named = requirement.anyOf.filter((scope) => scope !== null)
  const scopes = scopesOf(caller)
  const isOwnOnly = named.length < requirement.anyOf.length && !named.some((scope) => scopes.includes(scope))
  return isOwnOnly ? (named[0] ?? null) : null
}

/** Returns nothing when the caller has one of the alternatives, else the first one, which the error names. */
const requiredScopes = (
  requirement: ProjectRequirement | AnyOfRequirement,
  scopes: ReadonlyArray<Scope>
): ReadonlyArray<Scope> => {
  if (!("anyOf" in requirement)) return requirement.scopes
  const alternatives = requirement.anyOf.map((scope) => (scope === null ? [] : [scope]))
  const isFulfilled = alternatives.some((one) => one.every((scope) => scopes.includes(scope)))
  return isFulfilled ? [] : alternatives.slice(0, 1).flat()
}
