import { checkTransferProject } from "@dragoman/domain/permission"
import { AccessRepository, Database, OrganizationRepository, ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * Gives the project to an organization that the caller owns. It takes the project away from its owners, so that the
 * caller must be one of them or have the scope admin. Direct permissions stay; the new base permission counts from now on.
 * Source: docs/permissions.md#moving-a-project.
 */
export const transferProject = Effect.fn("transferProject")(function* (
  { caller, projectId, effectiveScopes }: ProjectAccess<"admin">,
  organizationId: number
) {
  const access = yield* AccessRepository
  const repository = yield* ProjectRepository
  const organizations = yield* OrganizationRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      // Until the end: no project outlives the organization.
      yield* organizations.lock(organizationId)
      yield* lockProject(projectId)
      const target = yield* access.findOrganization(organizationId, caller.userId)
      const targetRole = Option.isSome(target) ? target.value.role : null
      const error = checkTransferProject({ effectiveScopes, targetRole, serverRole: caller.serverRole })
      if (error !== null) return yield* Effect.fail(error)
      if (Option.isNone(target)) return yield* failWith("organization_not_found")
      yield* repository.setOrganization(projectId, organizationId)
    })
  )
})
