import type { AuditObject } from "@dragoman/domain/audit"
import { UserRepository } from "@dragoman/store"
import { Effect, Option } from "effect"

/** Names an account in an entry, with its user name; null: it is deleted. */
export const userObject = Effect.fnUntraced(function* (userId: number) {
  const users = yield* UserRepository
  const found = yield* users.find(userId)
  return { kind: "USER", id: userId, name: Option.isSome(found) ? found.value.username : null } satisfies AuditObject
})

/** Names an account that has been read already. */
export const accountObject = ({ userId, username }: { readonly userId: number; readonly username: string }) =>
  ({ kind: "USER", id: userId, name: username }) as const
