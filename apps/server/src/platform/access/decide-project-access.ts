import type { DomainError } from "@dragoman/domain/error"
import { checkProjectAccess, computePermission, effectiveScopes, type Scope } from "@dragoman/domain/permission"
import type { ProjectAccessRow } from "@dragoman/store"
import { type ProjectAccess, projectAccess } from "./access.ts"
import type { Caller } from "./caller.ts"

/**
 * What the rules say of a caller and a project: asked when a request enters it, and again for as long as a connection
 * stays in it.
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
