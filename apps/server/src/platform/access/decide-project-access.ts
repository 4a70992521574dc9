import type { DomainError } from "@dragoman/domain/error"
import { checkProjectAccess, computePermission, effectiveScopes, type Scope } from "@dragoman/domain/permission"
import type { ProjectAccessRow } from "@dragoman/store"
import { type ProjectAccess, projectAccess } from "./access.ts"
import type { Caller } from "./caller.ts"

/**
 * Decides the access of a caller to a project by the rules of the domain: for each request, and repeatedly for open
 * connections.
 */
export const decideProjectAccess = (
  caller: Caller,
  row: ProjectAccessRow,
  requiredScopes: ReadonlyArray<Scope>
): { readonly access: ProjectAccess } | { readonly error: DomainError } => {
  const { projectId, organizationId, organizationRole, basePermission, directPermission } = row
  const { serverRole, credential } = caller
  const computedPermission = computePermission({ organizationRole, basePermission, directPermission, serverRole })
  const scopes = effectiveScopes(computedPermission, credential.kind === "PAK" ? credential.scopes : null)
  const error = checkProjectAccess({
    effectiveScopes: scopes,
    requiredScopes,
    keyOfOtherProject: credential.kind === "PAK" && credential.projectId !== projectId
  })
  if (error !== null) return { error }
  const access = projectAccess({
    caller,
    projectId,
    organizationId,
    organizationRole,
    basePermission,
    directPermission,
    computedPermission,
    effectiveScopes: scopes
  })
  return { access }
}
