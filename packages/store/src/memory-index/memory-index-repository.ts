import { createHash } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isOf } from "../database/content-place.ts"
import { countUpTo } from "../database/count-up-to.ts"
import { Database } from "../database/database.ts"
import { isFindable, jsonIds, jsonRows, jsonTexts } from "../database/sql-fragments.ts"
import { isUnused, originsOfMemories, staleEntries, staleKeys } from "./memory-index-sql.ts"
import { makeMemoryIndexStorage } from "./memory-index-storage.ts"

export type MemoryIndexStorage = ReturnType<typeof makeMemoryIndexStorage>

/** A key that has to be indexed, with its base text; null: it has none. */
export interface PendingKey {
  readonly keyId: number
  readonly projectId: number
  readonly organizationId: number
  readonly languageTag: string | null
  readonly text: string | null
}

/** A stored entry that has to be indexed, with its source; null: its memory has no source language. */
export interface PendingEntry extends Omit<PendingKey, "keyId" | "projectId"> {
  readonly entryId: number
}

/** A translation of a source that a project may read in its memories. */
export interface MemoryMatchRow {
  /** Id of the translation or of the stored entry. */
  readonly id: number
  /** null: a stored entry. */
  readonly keyId: number | null
  /** null: stored entries may be either. */
  readonly isPlural: boolean | null
  readonly sourceId: number
  readonly sourceText: string
  readonly targetText: string
  /** In lower case. */
  readonly languageTag: string
  readonly isReviewed: boolean
  readonly isOutdated: boolean
  /** Empty for stored entries. */
  readonly keyName: string
  readonly namespace: string | null
  readonly memoryName: string
  /** 0: the own memory of the project. */
  readonly priority: number
  /** Percent that are taken off the similarity. */
  readonly penalty: number
  /** Epoch milliseconds; null: translations have no time. */
  readonly updatedAt: number | null
}

interface MemoryIndexCount {
  readonly sources: number
  readonly pending: number
}

interface MemorySource {
  readonly id: number
  readonly text: string
}

/** The table that names the source of each key or entry. */
interface Links {
  readonly table: string
  readonly id: string
  readonly owner: string
  /** Whether the rows say the project of their owner. */
  readonly isPlaced: boolean
}

const keyLinks: Links = { table: "memory_key", id: "key_id", owner: "translation_key", isPlaced: true }
const entryLinks: Links = { table: "memory_entry_source", id: "entry_id", owner: "memory_entry", isPlaced: false }

/** The project of a row of this table about a key. Servers of before wrote rows without it. */
const projectOfRow = (table: string): string =>
  `COALESCE(${table}.project_id, (SELECT placed.project_id FROM translation_key placed WHERE placed.id = ${table}.key_id))`

interface StoredMatch extends Omit<MemoryMatchRow, "isPlural" | "isReviewed" | "isOutdated"> {
  readonly isPlural: number | null
  readonly isReviewed: number
  readonly isOutdated: number
}

/** Statements that find keys and entries by their sources. */
interface MatchesOf {
  readonly projectId: number
  readonly languageTags: ReadonlyArray<string>
  readonly keys: Statement.Fragment
  readonly entries: Statement.Fragment
}

/** The index of base texts that the translation memory looks up. Targets are never stored in it: they are read live. */
export class MemoryIndexRepository extends Context.Service<
  MemoryIndexRepository,
  {
    /** Remembers keys whose base text was written, in the transaction that writes it. `projectId` null: keys of several projects. */
    readonly markPending: (projectId: number | null, keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Takes pending keys away and returns them with the texts that they have now. */
    readonly takePending: (limit: number) => Effect.Effect<ReadonlyArray<PendingKey>>
    /** Finds live keys after `afterKeyId` that are not indexed with the base text that they have, by id. */
    readonly listStale: (afterKeyId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** Says whether texts exist and no index does: after a migration, a restore or a copy. */
    readonly isMissing: Effect.Effect<boolean>
    /** Says whether a server ended while it indexed: keys or entries are pending, or a generation is half built or half erased. */
    readonly isUnfinished: Effect.Effect<boolean>
    /** Counts what the index has, and the keys and entries that wait for it. Large numbers are estimates. */
    readonly countRows: Effect.Effect<MemoryIndexCount>
    readonly listIndexIds: Effect.Effect<ReadonlyArray<number>>
    /** Works like `takePending`, for stored entries. */
    readonly takePendingEntries: (limit: number) => Effect.Effect<ReadonlyArray<PendingEntry>>
    readonly markPendingEntries: (entryIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Works like `listStale`, for stored entries. */
    readonly listStaleEntries: (afterEntryId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** Works like `linkKeys`, for stored entries. */
    readonly linkEntries: (
      indexId: number,
      entries: ReadonlyArray<{ readonly entryId: number; readonly text: string }>
    ) => Effect.Effect<ReadonlyArray<MemorySource>>
    readonly unlinkEntries: (entryIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly listSourceIdsOfEntries: (entryIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Finds the index for the base language of a project. */
    readonly findIndexOfProject: (projectId: number) => Effect.Effect<Option.Option<number>>
    readonly findIndex: (organizationId: number, languageTag: string) => Effect.Effect<Option.Option<number>>
    /** Finds or makes the index, and holds its lock. */
    readonly openIndex: (organizationId: number, languageTag: string) => Effect.Effect<number>
    /** Makes these texts the sources of these keys; returns the sources that are new. Needs the lock of the index. */
    readonly linkKeys: (
      indexId: number,
      keys: ReadonlyArray<{ readonly keyId: number; readonly projectId: number; readonly text: string }>
    ) => Effect.Effect<ReadonlyArray<MemorySource>>
    readonly unlinkKeys: (keyIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** The sources that these keys have now. */
    readonly listSourceIds: (keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
    /** Erases those of the sources that neither a key nor an entry has. */
    readonly eraseUnused: (sourceIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Finds sources after `afterId` that neither a key nor an entry has, by id: a deleted key leaves its source. */
    readonly listUnused: (indexId: number, afterId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    readonly findSource: (indexId: number, text: string) => Effect.Effect<Option.Option<number>>
    readonly findSources: (
      indexId: number,
      texts: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly text: string; readonly sourceId: number }>>
    /**
     * Lists what the memories of a project have for these sources in some languages: live translations of keys that have the source now,
     * and stored entries.
     */
    readonly listMatches: (request: {
      readonly projectId: number
      readonly sourceIds: ReadonlyArray<number>
      readonly languageTags: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<MemoryMatchRow>>
    /** Works like `listMatches`, for keys and entries that wait for the index. */
    readonly listPendingMatches: (request: {
      readonly projectId: number
      readonly sourceTexts: ReadonlyArray<string>
      readonly languageTags: ReadonlyArray<string>
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
      const memoryOrigins = originsOfMemories(sql)
      /** The memories that a project reads. Its own one may have no row: programs of before make none. */
      const readableBy = (projectId: number) => sql`
        SELECT COALESCE(m.id, 0) AS id, p.name, 0 AS priority, COALESCE(m.default_penalty, 0) AS penalty,
          COALESCE(m.write_only_reviewed, 0) AS write_only_reviewed, p.id AS owner_id
        FROM project p LEFT JOIN memory m ON m.project_id = p.id WHERE p.id = ${projectId}
        UNION ALL
        SELECT m.id, m.name, a.priority, COALESCE(a.penalty, m.default_penalty), m.write_only_reviewed, NULL
        FROM memory_assignment a JOIN memory m ON m.id = a.memory_id
        WHERE a.project_id = ${projectId} AND a.read_access = 1`
      /** The same memories with each project whose live translations belong to them. */
      const writersOf = (projectId: number) => sql`
        SELECT r.name, r.priority, r.penalty, r.write_only_reviewed, COALESCE(r.owner_id, a.project_id) AS writer_id
        FROM (${readableBy(projectId)}) r
        LEFT JOIN memory_assignment a ON r.owner_id IS NULL AND a.memory_id = r.id AND a.write_access = 1`
      /** Makes texts the sources of rows; returns the sources that are new. */
      const link = Effect.fnUntraced(function* (
        { table, id, owner, isPlaced }: Links,
        indexId: number,
        rows: ReadonlyArray<{ readonly id: number; readonly projectId?: number; readonly text: string }>
      ) {
        if (rows.length === 0) return []
        const all = digested(rows)
        const texts = [...new Map(all.map((row) => [row.digest, row])).values()]
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
          INSERT INTO ${sql(table)} (${sql(id)}, source_id${sql.literal(isPlaced ? ", project_id" : "")})
          SELECT input.id, s.id${sql.literal(isPlaced ? ", o.project_id" : "")}
          FROM ${jsonRows(
            sql,
            { id: "integer", project_id: "integer", digest: "text" },
            all.map((row) => ({ id: row.id, project_id: row.projectId ?? null, digest: row.digest }))
          )} input
          JOIN memory_source s ON s.index_id = ${indexId} AND s.digest = input.digest
          JOIN ${sql(owner)} o ON o.id = input.id ${sql.literal(isPlaced ? "AND o.project_id = input.project_id" : "")}
          WHERE true ON CONFLICT (${sql(id)}) DO UPDATE SET source_id = excluded.source_id${sql.literal(
            isPlaced ? ", project_id = excluded.project_id" : ""
          )}`
        return added
      }, Effect.orDie)
      const unlink = ({ table, id }: Links, ids: ReadonlyArray<number>) =>
        sql`DELETE FROM ${sql(table)} WHERE ${sql(id)} IN ${jsonIds(sql, ids)}`.pipe(Effect.orDie, Effect.asVoid)
      const listLinked = ({ table, id }: Links, ids: ReadonlyArray<number>) =>
        sql<{ id: number }>`
          SELECT DISTINCT source_id AS id FROM ${sql(table)} WHERE ${sql(id)} IN ${jsonIds(sql, ids)}`.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.map((row) => row.id))
        )
      /** Lists translations of keys and entries that have these texts now. */
      const listMatches = Effect.fnUntraced(function* ({ projectId, languageTags, keys, entries }: MatchesOf) {
        const tags = jsonTexts(
          sql,
          languageTags.map((tag) => tag.toLowerCase())
        )
        const rows = yield* sql<StoredMatch>`
          SELECT t.id, k.id AS key_id, k.is_plural, s.source_id, s.text AS source_text, t.text AS target_text,
            lower(l.tag) AS language_tag, ${flag("t.state = 'REVIEWED'")} AS is_reviewed, t.is_outdated,
            k.name AS key_name, n.name AS namespace, w.name AS memory_name, w.priority, w.penalty,
            CAST(NULL AS BIGINT) AS updated_at
          FROM (${keys}) s
          JOIN translation_key k ON k.id = s.key_id AND k.project_id = s.project_id AND k.deleted_at IS NULL AND k.branch_id IS NULL
          JOIN project q ON q.id = k.project_id AND q.deleted_at IS NULL
          JOIN (${writersOf(projectId)}) w ON w.writer_id = q.id
          JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = q.base_language_id
            AND b.text = s.text
          JOIN language l ON l.project_id = q.id AND l.deleted_at IS NULL AND lower(l.tag) IN ${tags}
          JOIN translation t ON t.key_id = k.id AND t.project_id = k.project_id AND t.language_id = l.id
          LEFT JOIN namespace n ON n.id = k.namespace_id
          WHERE t.text IS NOT NULL AND t.state <> 'DISABLED' AND (w.write_only_reviewed = 0 OR t.state = 'REVIEWED')
          UNION ALL
          SELECT e.id, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), s.source_id, s.text, e.target_text,
            lower(e.target_language_tag), 0, 0, '', CAST(NULL AS TEXT), r.name, r.priority, r.penalty, e.updated_at
          FROM (${entries}) s JOIN memory_entry e ON e.id = s.entry_id AND e.source_text = s.text
          JOIN (${readableBy(projectId)}) r ON r.id = e.memory_id
          WHERE lower(e.target_language_tag) IN ${tags}`
        return rows.map((row) => ({
          ...row,
          isPlural: row.isPlural === null ? null : Boolean(row.isPlural),
          isReviewed: Boolean(row.isReviewed),
          isOutdated: Boolean(row.isOutdated)
        }))
      }, Effect.orDie)
      return MemoryIndexRepository.of({
        markPending: Effect.fnUntraced(function* (projectId, keyIds) {
          if (keyIds.length === 0) return
          // The update waits for an indexer that has just taken the row, which may have read the text of before.
          yield* sql`INSERT INTO memory_pending (key_id, project_id)
            SELECT k.id, k.project_id FROM translation_key k
            WHERE k.id IN ${jsonIds(sql, keyIds)} AND k.branch_id IS NULL
              ${projectId === null ? sql`` : sql`AND ${isOf(sql, projectId, "k")}`}
            ORDER BY k.id ON CONFLICT (key_id) DO UPDATE SET project_id = excluded.project_id`
        }, Effect.orDie),
        takePending: Effect.fnUntraced(function* (limit) {
          const taken = yield* sql<{ keyId: number; projectId: number }>`
            DELETE FROM memory_pending
            WHERE key_id IN (SELECT key_id FROM memory_pending ORDER BY key_id LIMIT ${limit})
            RETURNING key_id, ${sql.literal(projectOfRow("memory_pending"))} AS project_id`
          return yield* sql<PendingKey>`
            SELECT k.id AS key_id, k.project_id, p.organization_id, lower(l.tag) AS language_tag, b.text
            FROM ${jsonRows(
              sql,
              { key_id: "integer", project_id: "integer" },
              taken.map(({ keyId, projectId }) => ({ key_id: keyId, project_id: projectId }))
            )} input
            JOIN translation_key k ON k.id = input.key_id AND k.project_id = input.project_id
            JOIN project p ON p.id = k.project_id
            LEFT JOIN language l ON l.id = p.base_language_id
            LEFT JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = l.id
            ORDER BY k.id`
        }, Effect.orDie),
        listStale: Effect.fnUntraced(function* (afterKeyId, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM ${staleKeys(sql)} AND k.id > ${afterKeyId} ORDER BY k.id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),
        isMissing: Effect.gen(function* () {
          const rows = yield* sql`
            SELECT 1 AS found
            FROM (SELECT id FROM (SELECT id FROM translation LIMIT 1) t
              UNION ALL SELECT id FROM (SELECT id FROM memory_entry LIMIT 1) e) text
            WHERE NOT EXISTS (SELECT 1 FROM memory_index)`
          return rows.length > 0
        }).pipe(Effect.orDie),
        takePendingEntries: Effect.fnUntraced(function* (limit) {
          const taken = yield* sql<{ entryId: number }>`
            DELETE FROM memory_entry_pending
            WHERE entry_id IN (SELECT entry_id FROM memory_entry_pending ORDER BY entry_id LIMIT ${limit})
            RETURNING entry_id`
          return yield* sql<PendingEntry>`
            SELECT e.id AS entry_id, o.organization_id, o.language_tag, e.source_text AS text
            FROM memory_entry e JOIN (${memoryOrigins}) o ON o.memory_id = e.memory_id
            WHERE e.id IN ${jsonIds(
              sql,
              taken.map(({ entryId }) => entryId)
            )} ORDER BY e.id`
        }, Effect.orDie),
        markPendingEntries: Effect.fnUntraced(function* (entryIds) {
          yield* sql`INSERT INTO memory_entry_pending (entry_id)
            SELECT id FROM memory_entry WHERE id IN ${jsonIds(sql, entryIds)} ORDER BY id
            ON CONFLICT (entry_id) DO UPDATE SET entry_id = excluded.entry_id`
        }, Effect.orDie),
        listStaleEntries: Effect.fnUntraced(function* (afterEntryId, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT e.id FROM ${staleEntries(sql)} AND e.id > ${afterEntryId} ORDER BY e.id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),
        isUnfinished: Effect.gen(function* () {
          const others = ["memory_gram", "memory_signature", "memory_posting"].flatMap((table) =>
            ["<", ">"].map((compare) =>
              sql.literal(`OR EXISTS (SELECT 1 FROM memory_index i
                JOIN ${table} o ON o.index_id = i.id AND o.generation ${compare} i.generation)`)
            )
          )
          const rows = yield* sql`
            SELECT 1 AS found FROM (SELECT 1 AS one) input
            WHERE EXISTS (SELECT 1 FROM memory_pending) OR EXISTS (SELECT 1 FROM memory_entry_pending)
              ${sql.join(" ", false)(others)}`
          return rows.length > 0
        }).pipe(Effect.orDie),
        countRows: Effect.gen(function* () {
          const [sources, keys, entries] = yield* Effect.all(
            ["memory_source", "memory_pending", "memory_entry_pending"].map((table) => countUpTo(sql, table))
          )
          const found: MemoryIndexCount = { sources: sources ?? 0, pending: (keys ?? 0) + (entries ?? 0) }
          return found
        }).pipe(Effect.orDie),
        listIndexIds: Effect.map(sql<{ id: number }>`SELECT id FROM memory_index ORDER BY id`, (rows) =>
          rows.map(({ id }) => id)
        ).pipe(Effect.orDie),
        findIndex: Effect.fnUntraced(function* (organizationId, languageTag) {
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM memory_index WHERE organization_id = ${organizationId} AND language_tag = ${languageTag.toLowerCase()}`
          return Option.fromNullishOr(row?.id)
        }, Effect.orDie),
        findIndexOfProject: Effect.fnUntraced(function* (projectId) {
          const [row] = yield* sql<{ id: number }>`
            SELECT i.id FROM project p JOIN language l ON l.id = p.base_language_id
            JOIN memory_index i ON i.organization_id = p.organization_id AND i.language_tag = lower(l.tag)
            WHERE p.id = ${projectId}`
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
        linkKeys: (indexId, keys) =>
          link(
            keyLinks,
            indexId,
            keys.map(({ keyId, projectId, text }) => ({ id: keyId, projectId, text }))
          ),
        unlinkKeys: (keyIds) => unlink(keyLinks, keyIds),
        listSourceIds: (keyIds) => listLinked(keyLinks, keyIds),
        linkEntries: (indexId, entries) =>
          link(
            entryLinks,
            indexId,
            entries.map(({ entryId, text }) => ({ id: entryId, text }))
          ),
        unlinkEntries: (entryIds) => unlink(entryLinks, entryIds),
        listSourceIdsOfEntries: (entryIds) => listLinked(entryLinks, entryIds),
        eraseUnused: Effect.fnUntraced(function* (sourceIds) {
          const erased = yield* sql<{ indexId: number }>`
            DELETE FROM memory_source WHERE id IN ${jsonIds(sql, sourceIds)} AND ${isUnused(sql)} RETURNING index_id`
          for (const [indexId, rows] of Map.groupBy(erased, (row) => row.indexId)) {
            yield* sql`UPDATE memory_index SET changed_count = changed_count + ${rows.length} WHERE id = ${indexId}`
          }
        }, Effect.orDie),
        listUnused: Effect.fnUntraced(function* (indexId, afterId, limit) {
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM memory_source WHERE index_id = ${indexId} AND id > ${afterId} AND ${isUnused(sql)}
            ORDER BY id LIMIT ${limit}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),
        findSources: Effect.fnUntraced(function* (indexId, texts) {
          const rows = digested(texts.filter(isFindable).map((text) => ({ text })))
          return yield* sql<{ text: string; sourceId: number }>`
            SELECT s.text, s.id AS source_id FROM memory_source s
            WHERE s.index_id = ${indexId} AND s.digest IN ${jsonTexts(
              sql,
              rows.map(({ digest }) => digest)
            )}`
        }, Effect.orDie),
        findSource: Effect.fnUntraced(function* (indexId, text) {
          if (!isFindable(text)) return Option.none()
          const [{ digest } = { digest: "" }] = digested([{ text }])
          const [row] = yield* sql<{ id: number }>`
            SELECT id FROM memory_source WHERE index_id = ${indexId} AND digest = ${digest}`
          return Option.fromNullishOr(row?.id)
        }, Effect.orDie),
        listMatches: ({ sourceIds, ...request }) => {
          const ids = jsonIds(sql, sourceIds)
          return listMatches({
            ...request,
            keys: sql`SELECT s.id AS source_id, s.text, m.key_id, ${sql.literal(projectOfRow("m"))} AS project_id
              FROM memory_source s JOIN memory_key m ON m.source_id = s.id WHERE s.id IN ${ids}`,
            entries: sql`SELECT s.id AS source_id, s.text, m.entry_id
              FROM memory_source s JOIN memory_entry_source m ON m.source_id = s.id WHERE s.id IN ${ids}`
          })
        },
        listPendingMatches: ({ sourceTexts, ...request }) => {
          const texts = jsonTexts(sql, sourceTexts.filter(isFindable))
          return listMatches({
            ...request,
            // Text by text, so that PostgreSQL looks up each one in the partition of its project.
            keys: sql`WITH d AS MATERIALIZED (
                SELECT key_id, ${sql.literal(projectOfRow("memory_pending"))} AS project_id FROM memory_pending
              ), waiting AS MATERIALIZED (
                SELECT d.key_id, d.project_id, (
                  SELECT o.text FROM translation o WHERE o.key_id = d.key_id AND o.project_id = d.project_id
                    AND o.language_id = j.base_language_id
                ) AS text FROM d JOIN project j ON j.id = d.project_id
              )
              SELECT 0 AS source_id, text, key_id, project_id FROM waiting WHERE text IN ${texts}`,
            entries: sql`SELECT 0 AS source_id, o.source_text AS text, d.entry_id
              FROM memory_entry_pending d JOIN memory_entry o ON o.id = d.entry_id WHERE o.source_text IN ${texts}`
          })
        },
        listKeysWithText: Effect.fnUntraced(function* (request) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM memory_source s JOIN memory_key m ON m.source_id = s.id
            JOIN translation_key k ON k.id = m.key_id
            JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id
              AND b.language_id = ${request.baseLanguageId}
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
