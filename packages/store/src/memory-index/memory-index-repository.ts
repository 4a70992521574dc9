import { createHash } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { isFindable, jsonIds, jsonRows } from "../database/sql-fragments.ts"
import { makeMemoryIndexStorage } from "./memory-index-storage.ts"

export type MemoryIndexStorage = ReturnType<typeof makeMemoryIndexStorage>

/** A key that has to be indexed, with its base text; null: it has none. */
export interface PendingKey {
  readonly keyId: number
  readonly organizationId: number
  readonly languageTag: string | null
  readonly text: string | null
}

/** A live translation whose key has the base text of a source. */
export interface MemoryMatchRow {
  readonly translationId: number
  readonly sourceId: number
  readonly sourceText: string
  readonly targetText: string
  readonly isReviewed: boolean
  readonly isOutdated: boolean
  readonly keyName: string
  readonly namespace: string | null
}

interface MemorySource {
  readonly id: number
  readonly text: string
}

/** The index of base texts that the translation memory looks up. Targets are never stored in it: they are read live. */
export class MemoryIndexRepository extends Context.Service<
  MemoryIndexRepository,
  {
    /** Remembers keys whose base text was written, in the transaction that writes it. */
    readonly markPending: (keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Takes pending keys away and returns them with the texts that they have now. */
    readonly takePending: (limit: number) => Effect.Effect<ReadonlyArray<PendingKey>>
    /** Finds live keys after `afterKeyId` that are not indexed with the base text that they have, by id. */
    readonly listStale: (afterKeyId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** Says whether texts exist and no index does: after a migration, a restore or a copy. */
    readonly isMissing: Effect.Effect<boolean>
    readonly listIndexIds: Effect.Effect<ReadonlyArray<number>>
    readonly findIndex: (organizationId: number, languageTag: string) => Effect.Effect<Option.Option<number>>
    /** Finds or makes the index, and holds its lock. */
    readonly openIndex: (organizationId: number, languageTag: string) => Effect.Effect<number>
    /** Makes these texts the sources of these keys; returns the sources that are new. Needs the lock of the index. */
    readonly linkKeys: (
      indexId: number,
      keys: ReadonlyArray<{ readonly keyId: number; readonly text: string }>
    ) => Effect.Effect<ReadonlyArray<MemorySource>>
    readonly unlinkKeys: (keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** The sources that these keys have now. */
    readonly listSourceIds: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Erases those of the sources that no key has. */
    readonly eraseUnused: (sourceIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly findSource: (indexId: number, text: string) => Effect.Effect<Option.Option<number>>
    /**
     * Lists the translations of live keys of a project that have these sources now, in one language. `isPlural`: those of plural keys, or
     * those of others.
     */
    readonly listMatches: (request: {
      readonly projectId: number
      readonly sourceIds: ReadonlyArray<number>
      readonly baseLanguageId: number
      readonly targetLanguageId: number
      readonly isPlural: boolean
      readonly excludedKeyId: number | null
    }) => Effect.Effect<ReadonlyArray<MemoryMatchRow>>
    /** Lists other live keys of a project that have the base text, the newest first. */
    readonly listKeysWithText: (request: {
      readonly projectId: number
      readonly sourceId: number
      readonly baseLanguageId: number
      readonly isPlural: boolean
      readonly excludedKeyId: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<number>>
    /** The storage of an index, for packages/similarity. */
    readonly storageOf: (indexId: number) => MemoryIndexStorage
  }
>()("@dragoman/store/memory-index/MemoryIndexRepository") {
  static readonly layer = Layer.effect(
    MemoryIndexRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const forUpdate = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })
      const flag = (condition: string) => sql.literal(`CASE WHEN ${condition} THEN 1 ELSE 0 END`)
      const digested = <Key extends { readonly text: string }>(keys: ReadonlyArray<Key>) =>
        keys.map((key) => ({ ...key, digest: createHash("sha256").update(key.text).digest("hex") }))
      return MemoryIndexRepository.of({
        markPending: Effect.fnUntraced(function* (keyIds) {
          if (keyIds.length === 0) return
          // The update waits for an indexer that has just taken the row, which may have read the text of before.
          yield* sql`INSERT INTO memory_pending (key_id)
            SELECT id FROM translation_key WHERE id IN ${jsonIds(sql, keyIds)} ORDER BY id
            ON CONFLICT (key_id) DO UPDATE SET key_id = excluded.key_id`
        }, Effect.orDie),
        takePending: Effect.fnUntraced(function* (limit) {
          const taken = yield* sql<{ keyId: number }>`
            DELETE FROM memory_pending
            WHERE key_id IN (SELECT key_id FROM memory_pending ORDER BY key_id LIMIT ${limit}) RETURNING key_id`
          const keyIds = taken.map(({ keyId }) => keyId)
          return yield* sql<PendingKey>`
            SELECT k.id AS key_id, p.organization_id, l.tag AS language_tag, b.text
            FROM translation_key k JOIN project p ON p.id = k.project_id
            LEFT JOIN language l ON l.id = p.base_language_id
            LEFT JOIN translation b ON b.key_id = k.id AND b.language_id = l.id
            WHERE k.id IN ${jsonIds(sql, keyIds)} ORDER BY k.id`
        }, Effect.orDie),
        listStale: Effect.fnUntraced(function* (afterKeyId, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM translation_key k JOIN project p ON p.id = k.project_id AND p.deleted_at IS NULL
            JOIN language l ON l.id = p.base_language_id
            JOIN translation b ON b.key_id = k.id AND b.language_id = l.id AND b.text IS NOT NULL
            LEFT JOIN memory_key m ON m.key_id = k.id
            LEFT JOIN memory_source s ON s.id = m.source_id
            LEFT JOIN memory_index i ON i.id = s.index_id
            WHERE k.id > ${afterKeyId} AND k.deleted_at IS NULL AND (
              i.id IS NULL OR s.text <> b.text OR i.language_tag <> l.tag OR i.organization_id <> p.organization_id)
            ORDER BY k.id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),
        isMissing: Effect.gen(function* () {
          const rows = yield* sql`
            SELECT 1 AS found FROM (SELECT id FROM translation LIMIT 1) t
            WHERE NOT EXISTS (SELECT 1 FROM memory_index)`
          return rows.length > 0
        }).pipe(Effect.orDie),
        listIndexIds: Effect.map(sql<{ id: number }>`SELECT id FROM memory_index ORDER BY id`, (rows) =>
          rows.map(({ id }) => id)
        ).pipe(Effect.orDie),
        findIndex: Effect.fnUntraced(function* (organizationId, languageTag) {
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM memory_index WHERE organization_id = ${organizationId} AND language_tag = ${languageTag}`
          return Option.fromNullishOr(row?.id)
        }, Effect.orDie),
        openIndex: Effect.fnUntraced(function* (organizationId, languageTag) {
          yield* sql`INSERT INTO memory_index (organization_id, language_tag)
            VALUES (${organizationId}, ${languageTag}) ON CONFLICT (organization_id, language_tag) DO NOTHING`
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM memory_index
            WHERE organization_id = ${organizationId} AND language_tag = ${languageTag} ${forUpdate}`
          return row?.id ?? 0
        }, Effect.orDie),
        linkKeys: Effect.fnUntraced(function* (indexId, keys) {
          if (keys.length === 0) return []
          const all = digested(keys)
          const texts = [...new Map(all.map((key) => [key.digest, key])).values()]
          const added = yield* sql<MemorySource>`
            INSERT INTO memory_source (index_id, digest, text)
            SELECT ${sql.literal(String(indexId))}, input.digest, input.text
            FROM ${jsonRows(
              sql,
              { digest: "text", text: "text" },
              texts.map(({ digest, text }) => ({ digest, text }))
            )} input
            WHERE true ON CONFLICT (index_id, digest) DO NOTHING RETURNING id, text`
          yield* sql`
            INSERT INTO memory_key (key_id, source_id)
            SELECT input.key_id, s.id
            FROM ${jsonRows(
              sql,
              { key_id: "integer", digest: "text" },
              all.map(({ keyId, digest }) => ({ key_id: keyId, digest }))
            )} input
            JOIN memory_source s ON s.index_id = ${indexId} AND s.digest = input.digest
            JOIN translation_key k ON k.id = input.key_id
            WHERE true ON CONFLICT (key_id) DO UPDATE SET source_id = excluded.source_id`
          return added
        }, Effect.orDie),
        unlinkKeys: (keyIds) =>
          sql`DELETE FROM memory_key WHERE key_id IN ${jsonIds(sql, keyIds)}`.pipe(Effect.orDie, Effect.asVoid),
        listSourceIds: (keyIds) =>
          sql<{ id: number }>`
            SELECT DISTINCT source_id AS id FROM memory_key WHERE key_id IN ${jsonIds(sql, keyIds)}`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.map(({ id }) => id))
          ),
        eraseUnused: Effect.fnUntraced(function* (sourceIds) {
          const erased = yield* sql<{ indexId: number }>`
            DELETE FROM memory_source WHERE id IN ${jsonIds(sql, sourceIds)}
              AND NOT EXISTS (SELECT 1 FROM memory_key k WHERE k.source_id = memory_source.id)
            RETURNING index_id`
          for (const [indexId, rows] of Map.groupBy(erased, (row) => row.indexId)) {
            yield* sql`UPDATE memory_index SET changed_count = changed_count + ${rows.length} WHERE id = ${indexId}`
          }
        }, Effect.orDie),
        findSource: Effect.fnUntraced(function* (indexId, text) {
          if (!isFindable(text)) return Option.none()
          const [{ digest } = { digest: "" }] = digested([{ text }])
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM memory_source WHERE index_id = ${indexId} AND digest = ${digest}`
          return Option.fromNullishOr(row?.id)
        }, Effect.orDie),
        listMatches: Effect.fnUntraced(function* (request) {
          const rows = yield* sql<
            Omit<MemoryMatchRow, "isReviewed" | "isOutdated"> & {
              readonly isReviewed: number
              readonly isOutdated: number
            }
          >`
            SELECT t.id AS translation_id, s.id AS source_id, s.text AS source_text, t.text AS target_text,
              ${flag("t.state = 'REVIEWED'")} AS is_reviewed, t.is_outdated, k.name AS key_name, n.name AS namespace
            FROM memory_source s JOIN memory_key m ON m.source_id = s.id
            JOIN translation_key k ON k.id = m.key_id
            JOIN translation b ON b.key_id = k.id AND b.language_id = ${request.baseLanguageId}
            JOIN translation t ON t.key_id = k.id AND t.language_id = ${request.targetLanguageId}
            LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE s.id IN ${jsonIds(sql, request.sourceIds)} AND k.project_id = ${request.projectId}
              AND k.deleted_at IS NULL AND k.is_plural = ${request.isPlural ? 1 : 0}
              AND k.id <> ${request.excludedKeyId ?? 0}
              AND b.text = s.text AND t.text IS NOT NULL AND t.state <> 'DISABLED'`
          return rows.map((row) => ({
            ...row,
            isReviewed: Boolean(row.isReviewed),
            isOutdated: Boolean(row.isOutdated)
          }))
        }, Effect.orDie),
        listKeysWithText: Effect.fnUntraced(function* (request) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM memory_source s JOIN memory_key m ON m.source_id = s.id
            JOIN translation_key k ON k.id = m.key_id
            JOIN translation b ON b.key_id = k.id AND b.language_id = ${request.baseLanguageId}
            WHERE s.id = ${request.sourceId} AND k.project_id = ${request.projectId} AND k.deleted_at IS NULL
              AND k.branch_id IS NULL AND k.is_plural = ${request.isPlural ? 1 : 0}
              AND k.id <> ${request.excludedKeyId} AND b.text = s.text
            ORDER BY k.id DESC LIMIT ${request.limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),
        storageOf: (indexId) => makeMemoryIndexStorage(sql, database, indexId)
      })
    })
  )
}
