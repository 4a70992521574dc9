import type { Demand } from "@dragoman/api"
import { type DomainError, domainError } from "@dragoman/domain/error"
import {
  checkOrganizationAccess,
  checkProjectAccess,
  computePermission,
  effectiveScopes
} from "@dragoman/domain/permission"
import { toPermission } from "../testing/given.ts"
import type { CallerKind } from "./caller-kinds.ts"

/**
 * What a demand means for a kind of caller; null: let in. Written from the reference's order of checks, not from the
 * server: "auth-and-permissions" 4.1.
 */
export const expectedRefusal = (demand: Demand, caller: CallerKind): DomainError | null =>
  demand.subject === "public" ? null : (credentialRefusal(demand, caller) ?? subjectRefusal(demand, caller))

type DemandingDemand = Exclude<Demand, { readonly subject: "public" }>

const credentialRefusal = (demand: DemandingDemand, caller: CallerKind): DomainError | null => {
  const accepted: ReadonlyArray<string> = demand.credentials
  if (!accepted.includes(caller.credential)) {
    if (caller.credential === "JWT") return domainError("invalid_authentication_method")
    if (accepted.every((kind) => kind === "JWT")) return domainError("api_access_forbidden")
    return domainError(caller.credential === "PAT" ? "pat_access_not_allowed" : "pak_access_not_allowed")
  }
  return demand.superToken && !caller.isSuper ? domainError("expired_super_jwt_token") : null
}

const subjectRefusal = (demand: DemandingDemand, caller: CallerKind): DomainError | null => {
  const directPermission = caller.directPermission === null ? null : toPermission(caller.directPermission)
  switch (demand.subject) {
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
        demand.level,
        demand.hiddenCode
      )
    case "project": {
      const computed = computePermission({
        organizationRole: caller.organizationRole,
        basePermission: toPermission("VIEW"),
        directPermission,
        serverRole: caller.serverRole
      })
      return checkProjectAccess({
        effectiveScopes: effectiveScopes(computed, caller.credential === "PAK" ? caller.keyScopes : null),
        requiredScopes: demand.scopes,
        keyOfOtherProject: caller.keyOfOtherProject
      })
    }
  }
}
