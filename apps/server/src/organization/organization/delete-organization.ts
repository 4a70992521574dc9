import { Database, OrganizationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"

/** Deletes the organization with all its projects. Its slug stays taken. Source: reference "auth-and-permissions" 5.2. */
export const deleteOrganization = Effect.fn("deleteOrganization")(function* (access: OrganizationAccess<"OWNER">) {
  const repository = yield* OrganizationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(repository.delete(access.organizationId, now))
})
