import { checkOrganizationAccess } from "@dragoman/domain/permission"
import {
  AccessRepository,
  Database,
  OrganizationRepository,
  OrganizationUserRepository,
  UserPreferenceRepository,
  UserRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { insertOwnOrganization } from "../../organization/organization/change-organizations.ts"
import type { Caller } from "../../platform/access/caller.ts"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/**
 * The stored one if the caller still sees it, else another one, else a new one named after the caller; what was found
 * is stored. Source: reference "auth-and-permissions" 5.5.
 */
export const getPreferredOrganization = Effect.fn("getPreferredOrganization")(function* ({ caller }: UserAccess) {
  const preferences = yield* UserPreferenceRepository
  const organizations = yield* OrganizationRepository
  const { preferredOrganizationId: stored } = yield* preferences.find(caller.userId)
  const isVisible = stored !== null && (yield* canSeeOrganization(caller, stored))
  const organizationId = isVisible ? stored : yield* choose(caller)
  const found = yield* organizations.find(organizationId, caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("organization_not_found")
})

/** Server administrators see all. */
export const canSeeOrganization = Effect.fn("canSeeOrganization")(function* (caller: Caller, organizationId: number) {
  const repository = yield* AccessRepository
  const found = yield* repository.findOrganization(organizationId, caller.userId)
  return (
    Option.isSome(found) &&
    checkOrganizationAccess({ ...found.value, serverRole: caller.serverRole }, "VIEWER", "organization_not_found") ===
      null
  )
})

const choose = Effect.fnUntraced(function* ({ userId, name }: Caller) {
  const preferences = yield* UserPreferenceRepository
  const organizationUsers = yield* OrganizationUserRepository
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const visible = yield* preferences.findVisibleOrganization(userId)
      const organizationId = Option.isSome(visible)
        ? visible.value
        : (yield* insertOwnOrganization(userId, name)).organizationId
      yield* organizationUsers.setPreferred(userId, organizationId)
      return organizationId
    })
  )
})
