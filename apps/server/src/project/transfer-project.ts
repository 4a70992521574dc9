import { AccessRepository, Database, ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"
import { lockProject } from "./lock-project.ts"

/**
 * Gives the project to an organization that the caller owns. Direct permissions stay; the new base permission counts
 * from now on.
 * Source: reference "auth-and-permissions" 3.6.
 */
export const transferProject = Effect.fn("transferProject")(function* (
  { caller, projectId }: ProjectAccess<"project.edit">,
  organizationId: number
) {
  const access = yield* AccessRepository
  const repository = yield* ProjectRepository
  const database = yield* Database
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      const target = yield* access.findOrganization(organizationId, caller.userId)
      const isOwner = Option.isSome(target) && target.value.role === "OWNER"
      if (!isOwner && caller.serverRole !== "ADMIN") return yield* refusedWith(403, "user_is_not_owner_of_organization")
      if (Option.isNone(target)) return yield* refusedWith(404, "organization_not_found")
      yield* repository.setOrganization(projectId, organizationId)
    })
  )
})
