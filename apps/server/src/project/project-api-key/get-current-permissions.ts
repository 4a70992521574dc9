import { computePermission, effectiveScopes } from "@dragoman/domain/permission"
import { ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * What the credential may do in its project. `projectId`: of a personal access token; a project API key has a project of
 * its own, and is told also that it may do nothing there.
 * Source: reference "auth-and-permissions" 4.5.
 */
export const getCurrentPermissions = Effect.fn("getCurrentPermissions")(function* (
  { caller }: UserAccess,
  projectId: number | undefined
) {
  const repository = yield* ProjectRepository
  const { credential, serverRole } = caller
  const key = credential.kind === "PAK" ? credential : null
  const id = key?.projectId ?? projectId
  if (id === undefined) return yield* failWith("no_project_id_provided")
  const found = yield* repository.find(id, caller.userId)
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const project = found.value
  const computed = computePermission({ ...project, basePermission: project.organization.basePermission, serverRole })
  const scopes = effectiveScopes(computed, key?.scopes ?? null)
  if (key === null && scopes.length === 0) return yield* failWith("project_not_found")
  return { project, computed, scopes, type: key === null ? computed.type : null }
})
