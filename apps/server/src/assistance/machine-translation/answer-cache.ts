import { createHash } from "node:crypto"
import { Database, TranslationCacheRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { CurrentEvaluation } from "./evaluation-observer.ts"

const keptMillis = 90 * 24 * 60 * 60 * 1000
const keptBytesMax = 200 * 1024 * 1024
const answersPerRound = 1_000

/** Returns the digest under which an answer is kept: of all that it depends on, in this order. */
export const digestOfRequest = (parts: ReadonlyArray<string | number | boolean | null>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url")

/** Returns the kept answers by their digests. */
export const findAnswers = Effect.fn("findAnswers")(function* (digests: ReadonlyArray<string>) {
  if ((yield* CurrentEvaluation) !== null) return new Map<string, string>()
  const cache = yield* TranslationCacheRepository
  const found = yield* cache.find(digests)
  return new Map(found.map(({ digest, answer }) => [digest, answer]))
})

/** Keeps verified answers, so that the same request is not paid for again. */
export const keepAnswers = Effect.fn("keepAnswers")(function* (answers: ReadonlyMap<string, string>) {
  if ((yield* CurrentEvaluation) !== null) return
  const cache = yield* TranslationCacheRepository
  const database = yield* Database
  const rows = [...answers].map(([digest, answer]) => ({ digest, answer }))
  yield* database.autocommit(cache.keep(rows, yield* Clock.currentTimeMillis))
})

/** Erases answers that are old, and the oldest ones beyond the size that the cache may have. */
export const eraseOldAnswers = Effect.fn("eraseOldAnswers")(function* () {
  const cache = yield* TranslationCacheRepository
  const database = yield* Database
  const before = (yield* Clock.currentTimeMillis) - keptMillis
  while ((yield* database.transaction(cache.eraseBefore(before, answersPerRound))) > 0);
  while ((yield* database.transaction(cache.eraseOldest(keptBytesMax, answersPerRound))) > 0);
})
