import type { Json } from "@dragoman/domain/error"
import { validateStoredValue } from "@dragoman/domain/user"
import { Database, UserPreferenceRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"

/** What a program keeps for the caller under a name of its own; null: nothing. Source: reference "auth-and-permissions" 5.5. */
export const getStoredValue = Effect.fn("getStoredValue")(function* ({ caller }: UserAccess, field: string) {
  const repository = yield* UserPreferenceRepository
  const found = yield* repository.findStoredValue(caller.userId, field)
  return Option.isSome(found) ? (JSON.parse(found.value) as Json) : null
})

/** null removes the value. Source: as above. */
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
