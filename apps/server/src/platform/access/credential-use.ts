import { surviving } from "@dragoman/delivery"
import { AccessRepository, Database, type UsedCredentials } from "@dragoman/store"
import { Effect, FiberSet } from "effect"

/** Minimum interval between writes of `last_used_at` of a credential, so that reads with a key do not cause writes. */
const precisionMillis = 60_000

/** Size of the cache of last writes; beyond it, entries older than a minute are removed. */
const rememberedMax = 10_000

export interface UsedCredential {
  readonly kind: "PAT" | "PAK"
  readonly id: number
  /** As stored, epoch milliseconds; null: never used. */
  readonly lastUsedAt: number | null
}

/**
 * Writes `last_used_at` of keys and tokens: each at most once a minute, and all pending ones in one transaction. While a
 * transaction waits for the write lock, later uses are collected for the next one. `mark` never blocks.
 */
export const makeCredentialUse = Effect.gen(function* () {
  const repository = yield* AccessRepository
  const database = yield* Database
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const markedAt = new Map<string, number>()
  let waiting = new Map<string, UsedCredential>()
  let isWriting = false

  const writeAll = Effect.gen(function* () {
    while (waiting.size > 0) {
      const credentials = [...waiting.values()]
      const at = Math.max(...[...waiting.keys()].map((name) => markedAt.get(name) ?? 0))
      waiting = new Map()
      const idsOf = (kind: UsedCredential["kind"]) => credentials.filter((one) => one.kind === kind).map(({ id }) => id)
      const used: UsedCredentials = { apiKeyIds: idsOf("PAK"), accessTokenIds: idsOf("PAT"), at }
      yield* surviving("Writing when credentials were used failed", database.transaction(repository.markUsed(used)), 0)
    }
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isWriting = false
      })
    )
  )

  const isRecent = (at: number | null | undefined, now: number) =>
    at !== null && at !== undefined && now - at < precisionMillis && at <= now

  return {
    /** `now`: epoch milliseconds. */
    mark: (credential: UsedCredential, now: number): void => {
      const name = `${credential.kind} ${credential.id}`
      if (isRecent(credential.lastUsedAt, now) || isRecent(markedAt.get(name), now)) return
      if (markedAt.size >= rememberedMax) {
        for (const [other, at] of markedAt) if (!isRecent(at, now)) markedAt.delete(other)
      }
      markedAt.set(name, now)
      waiting.set(name, credential)
      if (isWriting) return
      isWriting = true
      fork(writeAll)
    }
  }
})
