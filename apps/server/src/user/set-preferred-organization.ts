import { AccessRepository, Database, OrganizationUserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"
import { canSeeOrganization } from "./get-preferred-organization.ts"

/** Source: reference "auth-and-permissions" 5.5. */
export const setPreferredOrganization = Effect.fn("setPreferredOrganization")(function* (
  { caller }: UserAccess,
  organizationId: number
) {
  const accesses = yield* AccessRepository
  const organizationUsers = yield* OrganizationUserRepository
  const database = yield* Database
  const found = yield* accesses.findOrganization(organizationId, caller.userId)
  if (Option.isNone(found)) return yield* refusedWith(404, "organization_not_found")
  const isVisible = yield* canSeeOrganization(caller, organizationId)
  if (!isVisible) return yield* refusedWith(403, "user_cannot_view_this_organization")
  yield* database.transaction(organizationUsers.setPreferred(caller.userId, organizationId))
})
