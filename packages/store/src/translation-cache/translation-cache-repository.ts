import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonTexts } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { translationCacheTable } from "../table/translation-spending-tables.ts"

const answer = select(pick(translationCacheTable.as("c"), "digest", "answer"))

/** An answer of a service, by a digest of all that it depends on. */
export interface CachedAnswer extends Selected<typeof answer> {}

/** Answers of services of machine translation, so that the same one is paid for once. */
export class TranslationCacheRepository extends Context.Service<
  TranslationCacheRepository,
  {
    readonly find: (digests: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<CachedAnswer>>
    /** Keeps answers; a later one replaces an earlier one. */
    readonly keep: (answers: ReadonlyArray<CachedAnswer>, at: number) => Effect.Effect<void>
    /** Erases some answers of before a time, and returns how many. */
    readonly eraseBefore: (before: number, limit: number) => Effect.Effect<number>
    /** Erases some of the oldest answers, and returns how many: none when all of them take less than `bytesMax`. */
    readonly eraseOldest: (bytesMax: number, limit: number) => Effect.Effect<number>
  }
>()("@dragoman/store/translation-cache/TranslationCacheRepository") {
  static readonly layer = Layer.effect(
    TranslationCacheRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return TranslationCacheRepository.of({
        find: Effect.fnUntraced(function* (digests) {
          return yield* answer.all(
            sql`SELECT ${answer.columns} FROM translation_cache c WHERE c.digest IN ${jsonTexts(sql, digests)}`
          )
        }, Effect.orDie),

        keep: Effect.fnUntraced(function* (answers, at) {
          if (answers.length > 0) yield* translationCacheTable.upsert(sql, ["digest"], answers, { createdAt: at })
        }, Effect.orDie),

        eraseBefore: Effect.fnUntraced(function* (before, limit) {
          const erased = yield* sql`
            DELETE FROM translation_cache WHERE digest IN (
              SELECT digest FROM translation_cache WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})
            RETURNING digest`
          return erased.length
        }, Effect.orDie),

        eraseOldest: Effect.fnUntraced(function* (bytesMax, limit) {
          const [size] = yield* sql<{ readonly bytes: number }>`
            SELECT CAST(COALESCE(SUM(octet_length(digest) + octet_length(answer)), 0) AS BIGINT) AS bytes FROM translation_cache`
          if ((size?.bytes ?? 0) <= bytesMax) return 0
          const erased = yield* sql`
            DELETE FROM translation_cache WHERE digest IN (
              SELECT digest FROM translation_cache ORDER BY created_at LIMIT ${limit})
            RETURNING digest`
          return erased.length
        }, Effect.orDie)
      })
    })
  )
}
