import { Database, OrganizationUserRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"
import { canSeeOrganization } from "./get-preferred-organization.ts"

/** An organization that the caller cannot see is like none. */
export const setPreferredOrganization = Effect.fn("setPreferredOrganization")(function* (
  { caller }: UserAccess,
  organizationId: number
) {
  const organizationUsers = yield* OrganizationUserRepository
  const database = yield* Database
  const isVisible = yield* canSeeOrganization(caller, organizationId)
  if (!isVisible) return yield* failWith("organization_not_found")
  yield* database.transaction(organizationUsers.setPreferred(caller.userId, organizationId))
})
