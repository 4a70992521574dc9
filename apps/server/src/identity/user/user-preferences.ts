import type { Json } from "@dragoman/domain/error"
import { checkOrganizationAccess } from "@dragoman/domain/permission"
import { validateStoredValue } from "@dragoman/domain/user"
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
import type { UserAccess } from "../../platform/access/access.ts"
import type { Caller } from "../../platform/access/caller.ts"
import { failWith, orFail } from "../../platform/fail.ts"

/** The caller's preferences as they are stored. */
export const getUserPreferences = Effect.fn("getUserPreferences")(function* ({ caller }: UserAccess) {
  const repository = yield* UserPreferenceRepository
  return yield* repository.find(caller.userId)
})

/** Sets the language of user interfaces for the caller. */
export const setLanguage = Effect.fn("setLanguage")(function* ({ caller }: UserAccess, languageTag: string) {
  const repository = yield* UserPreferenceRepository
  const database = yield* Database
  yield* database.transaction(repository.setLanguage(caller.userId, languageTag))
})

/**
 * The stored preferred organization if the caller still sees it, else another one, else a new one named after the caller.
 * Stores the one it finds.
 */
export const getPreferredOrganization = Effect.fn("getPreferredOrganization")(function* ({ caller }: UserAccess) {
  const preferences = yield* UserPreferenceRepository
  const organizations = yield* OrganizationRepository
  const { preferredOrganizationId: stored } = yield* preferences.find(caller.userId)
  const isVisible = stored !== null && (yield* canSeeOrganization(caller, stored))
  const organizationId = isVisible ? stored : yield* choosePreferredOrganization(caller)
  const found = yield* organizations.find(organizationId, caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("organization_not_found")
})

const choosePreferredOrganization = Effect.fnUntraced(function* ({ userId, name }: Caller) {
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

/** Sets the preferred organization. One that the caller cannot see counts as absent. */
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

const canSeeOrganization = Effect.fnUntraced(function* ({ userId, serverRole }: Caller, organizationId: number) {
  const repository = yield* AccessRepository
  const found = yield* repository.findOrganization(organizationId, userId)
  return Option.exists(found, (facts) => checkOrganizationAccess({ ...facts, serverRole }, "VIEWER") === null)
})

/** The value that a client stored for the caller under this name; null: none. */
export const getStoredValue = Effect.fn("getStoredValue")(function* ({ caller }: UserAccess, field: string) {
  const repository = yield* UserPreferenceRepository
  const found = yield* repository.findStoredValue(caller.userId, field)
  return Option.isSome(found) ? (JSON.parse(found.value) as Json) : null
})

/** Stores a value for the caller under this name; null removes it. */
export const setStoredValue = Effect.fn("setStoredValue")(function* (
  { caller }: UserAccess,
  field: string,
  value: unknown
) {
  const stored = yield* orFail(validateStoredValue({ field, data: value === null ? null : JSON.stringify(value) }))
  const repository = yield* UserPreferenceRepository
  const database = yield* Database
  yield* database.transaction(repository.setStoredValue(caller.userId, stored.field, stored.data))
})
