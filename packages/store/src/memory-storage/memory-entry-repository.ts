import { createHash } from "node:crypto"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, jsonRows, type PagedRows } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { memoryEntryTable } from "../table/memory-tables.ts"

const entry = select(
  pick(
    memoryEntryTable.as("e"),
    "id",
    "sourceText",
    "targetText",
    "targetLanguageTag",
    "tuid",
    "createdAt",
    "updatedAt"
  )
)

export interface MemoryEntryRow extends Selected<typeof entry> {}

export interface MemoryEntryContent {
  readonly sourceText: string
  readonly targetText: string
  readonly targetLanguageTag: string
}

/** A source with its translations: stored entries, or one key of a project with write access. */
export interface MemorySourceRow {
  readonly kind: "ENTRY" | "KEY"
  /** Smallest id of its entries, or the id of the key. */
  readonly id: number
  readonly sourceText: string
  readonly tuid: string | null
  readonly keyName: string | null
  readonly projectId: number | null
  readonly projectName: string | null
}

/** An entry as it is stored. */
export interface NewMemoryEntry extends MemoryEntryContent {
  /** Id of its unit in a file; null: a person wrote it. */
  readonly tuid: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The texts of projects that a caller may view: all of some projects, and some languages of others. */
export interface ViewableTexts {
  readonly projectIds: ReadonlyArray<number>
  readonly languageIds: ReadonlyArray<number>
}

/** A key as the contents of a memory show it. */
export interface MemoryKeyRow {
  readonly id: number
  readonly sourceText: string
}

/** A live translation of a key. */
export interface MemoryKeyCellRow {
  readonly keyId: number
  readonly targetText: string
  readonly targetLanguageTag: string
}

/** Contents of translation memories: stored entries, and the live translations of projects with write access. */
export class MemoryEntryRepository extends Context.Service<
  MemoryEntryRepository,
  {
    readonly find: (memoryId: number, entryId: number) => Effect.Effect<Option.Option<MemoryEntryRow>>
    /** Lists entries by id, in any order. */
    readonly list: (memoryId: number, entryIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MemoryEntryRow>>
    /** Inserts entries, and leaves out those that are there already. Returns the new ones. */
    readonly insert: (
      memoryId: number,
      entries: ReadonlyArray<NewMemoryEntry>
    ) => Effect.Effect<ReadonlyArray<MemoryEntryRow>>
    /** Lists the entries that have the unit, the source and the language of one of these. */
    readonly listOfUnits: (
      memoryId: number,
      entries: ReadonlyArray<NewMemoryEntry>
    ) => Effect.Effect<ReadonlyArray<MemoryEntryRow>>
    /** Replaces an entry; false: another one is the same. */
    readonly update: (
      memoryId: number,
      entryId: number,
      content: MemoryEntryContent,
      at: number
    ) => Effect.Effect<boolean>
    /** Removes entries of the memory, and returns how many there were. */
    readonly remove: (memoryId: number, entryIds: ReadonlyArray<number>) => Effect.Effect<number>
    /** Lists the entries that are shown in one row with these: same source, same unit. */
    readonly listGroups: (
      memoryId: number,
      entryIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<MemoryEntryRow>>
    /** Lists sources by text, stored ones and those of keys with a translation that the caller may view. */
    readonly listSources: (request: {
      readonly memoryId: number
      readonly viewable: ViewableTexts
      readonly search: string
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<MemorySourceRow>>
    /** Counts the rows that `listSources` lists without a search. */
    readonly countSources: (
      memoryIds: ReadonlyArray<number>,
      viewable: ViewableTexts
    ) => Effect.Effect<ReadonlyMap<number, number>>
    /** Lists the smallest id of the entries of each stored source. */
    readonly listIds: (memoryId: number, search: string) => Effect.Effect<ReadonlyArray<number>>
    /** Lists the ids of all entries; those of one row of the contents come together. */
    readonly listEntryIds: (memoryId: number) => Effect.Effect<ReadonlyArray<number>>
    /** Lists the ids of the keys with a translation that the caller may view. */
    readonly listKeyIds: (memoryId: number, viewable: ViewableTexts) => Effect.Effect<ReadonlyArray<number>>
    /** Lists keys of the memory with their source texts, by id. */
    readonly listKeys: (
      memoryId: number,
      keyIds: ReadonlyArray<number>,
      viewable: ViewableTexts
    ) => Effect.Effect<ReadonlyArray<MemoryKeyRow>>
    /** Lists the translations of keys that belong to the memory and that the caller may view. */
    readonly listKeyCells: (
      memoryId: number,
      keyIds: ReadonlyArray<number>,
      viewable: ViewableTexts
    ) => Effect.Effect<ReadonlyArray<MemoryKeyCellRow>>
  }
>()("@dragoman/store/memory-storage/MemoryEntryRepository") {
  static readonly layer = Layer.effect(
    MemoryEntryRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** The index of the memory reads these entries after the commit. */
      const markPending = (entryIds: ReadonlyArray<number>) => sql`
        INSERT INTO memory_entry_pending (entry_id)
        SELECT id FROM memory_entry WHERE id IN ${jsonIds(sql, entryIds)} ORDER BY id
        ON CONFLICT (entry_id) DO UPDATE SET entry_id = excluded.entry_id`

      const searched = (search: string) => (search === "" ? sql`1 = 1` : contains(sql, "source.source_text", search))

      const stored = (memoryIds: ReadonlyArray<number>) => sql`
        SELECT 'ENTRY' AS kind, e.memory_id, min(e.id) AS id, e.source_text, e.tuid, CAST(NULL AS TEXT) AS key_name,
          CAST(NULL AS BIGINT) AS project_id, CAST(NULL AS TEXT) AS project_name
        FROM memory_entry e WHERE e.memory_id IN ${jsonIds(sql, memoryIds)}
        GROUP BY e.memory_id, e.source_text, e.tuid`

      /** The keys of the projects that write into the memories, in the default branch. */
      const keys = (memoryIds: ReadonlyArray<number>) => sql`
        (SELECT m.id AS memory_id, COALESCE(a.project_id, m.project_id) AS project_id, m.write_only_reviewed
          FROM memory m LEFT JOIN memory_assignment a ON a.memory_id = m.id
          WHERE m.id IN ${jsonIds(sql, memoryIds)} AND COALESCE(a.write_access, 1) = 1) w
        JOIN project p ON p.id = w.project_id AND p.deleted_at IS NULL
        JOIN translation_key k ON k.project_id = p.id AND k.branch_id IS NULL AND k.deleted_at IS NULL
        JOIN translation b ON b.key_id = k.id AND b.project_id = k.project_id AND b.language_id = p.base_language_id AND b.text IS NOT NULL`

      /** Whether the caller may view a language of the project `p`. */
      const isViewable = ({ projectIds, languageIds }: ViewableTexts, language: string) => sql`
        (p.id IN ${jsonIds(sql, projectIds)} OR ${sql.literal(language)} IN ${jsonIds(sql, languageIds)})`

      /** Translations of the key `k` that belong to the memory; the caller may view them and their source. */
      const targets = (viewable: ViewableTexts) => sql`
        translation t JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
        WHERE t.key_id = k.id AND t.language_id <> p.base_language_id AND t.text IS NOT NULL
          AND (w.write_only_reviewed = 0 OR t.state = 'REVIEWED')
          AND ${isViewable(viewable, "p.base_language_id")} AND ${isViewable(viewable, "l.id")}`

      const ofKeys = (memoryIds: ReadonlyArray<number>, viewable: ViewableTexts) => sql`
        SELECT 'KEY' AS kind, w.memory_id, k.id, b.text AS source_text, CAST(NULL AS TEXT) AS tuid, k.name AS key_name,
          p.id AS project_id, p.name AS project_name
        FROM ${keys(memoryIds)} WHERE EXISTS (SELECT 1 FROM ${targets(viewable)})`

      return MemoryEntryRepository.of({
        find: Effect.fnUntraced(function* (memoryId, entryId) {
          return yield* entry.first(sql`
            SELECT ${entry.columns} FROM memory_entry e WHERE e.memory_id = ${memoryId} AND e.id = ${entryId}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (memoryId, entryIds) {
          if (entryIds.length === 0) return []
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e
            WHERE e.memory_id = ${memoryId} AND e.id IN ${jsonIds(sql, entryIds)}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (memoryId, entries) {
          if (entries.length === 0) return []
          const rows = entries.map(({ tuid, createdAt, updatedAt, ...content }) => ({
            ...storedContent(content),
            digest: digestOf(content),
            tuid,
            createdAt,
            updatedAt
          }))
          const inserted = yield* sql<{ id: number }>`
            ${memoryEntryTable.insert(sql, rows, { memoryId })}
            ON CONFLICT (memory_id, digest) DO NOTHING RETURNING id`
          yield* markPending(inserted.map(({ id }) => id))
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e
            WHERE e.id IN ${jsonIds(
              sql,
              inserted.map(({ id }) => id)
            )} ORDER BY e.id`)
        }, Effect.orDie),

        listOfUnits: Effect.fnUntraced(function* (memoryId, entries) {
          const units = entries.filter(({ tuid }) => tuid !== null)
          if (units.length === 0) return []
          const rows = units.map(({ tuid, sourceText, targetLanguageTag }) => ({
            tuid,
            source_text: sourceText,
            tag: targetLanguageTag.toLowerCase()
          }))
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e WHERE e.memory_id = ${memoryId} AND e.tuid IS NOT NULL
              AND (e.tuid, e.source_text, lower(e.target_language_tag)) IN (
                SELECT input.tuid, input.source_text, input.tag
                FROM ${jsonRows(sql, { tuid: "text", source_text: "text", tag: "text" }, rows)} input)
            ORDER BY e.id`)
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (memoryId, id, content, updatedAt) {
          const digest = digestOf(content)
          const same = yield* sql`
            SELECT id FROM memory_entry WHERE memory_id = ${memoryId} AND digest = ${digest} AND id <> ${id}`
          if (same.length > 0) return false
          yield* memoryEntryTable.update(sql, [{ id, ...storedContent(content), digest, updatedAt }])
          yield* markPending([id])
          return true
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (memoryId, entryIds) {
          const rows = yield* sql`
            DELETE FROM memory_entry WHERE memory_id = ${memoryId} AND id IN ${jsonIds(sql, entryIds)} RETURNING id`
          return rows.length
        }, Effect.orDie),

        listGroups: Effect.fnUntraced(function* (memoryId, entryIds) {
          if (entryIds.length === 0) return []
          // A list of units instead of a join: SQLite would read the memory once for each of the rows.
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e
            WHERE e.memory_id = ${memoryId} AND (e.memory_id, e.source_text, COALESCE(e.tuid, '')) IN (
              SELECT shown.memory_id, shown.source_text, COALESCE(shown.tuid, '') FROM memory_entry shown
              WHERE shown.id IN ${jsonIds(sql, entryIds)})
            ORDER BY e.target_language_tag, e.id`)
        }, Effect.orDie),

        listSources: Effect.fnUntraced(function* ({ memoryId, viewable, search, limit, offset }) {
          const sources = sql`
            (${stored([memoryId])} UNION ALL ${ofKeys([memoryId], viewable)}) source WHERE ${searched(search)}`
          const rows = yield* sql<MemorySourceRow>`
            SELECT source.kind, source.id, source.source_text, source.tuid, source.key_name, source.project_id,
              source.project_name
            FROM ${sources} ORDER BY source.source_text, source.kind, source.id LIMIT ${limit} OFFSET ${offset}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${sources}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        countSources: Effect.fnUntraced(function* (memoryIds, viewable) {
          const rows = yield* sql<{ memoryId: number; total: number }>`
            SELECT source.memory_id, CAST(count(*) AS INTEGER) AS total
            FROM (${stored(memoryIds)} UNION ALL ${ofKeys(memoryIds, viewable)}) source GROUP BY source.memory_id`
          return new Map(rows.map(({ memoryId, total }) => [memoryId, total]))
        }, Effect.orDie),

        listIds: Effect.fnUntraced(function* (memoryId, search) {
          const rows = yield* sql<{ id: number }>`
            SELECT source.id FROM (${stored([memoryId])}) source WHERE ${searched(search)} ORDER BY source.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listEntryIds: Effect.fnUntraced(function* (memoryId) {
          const rows = yield* sql<{ id: number }>`
            SELECT e.id FROM memory_entry e WHERE e.memory_id = ${memoryId}
            ORDER BY e.source_text, COALESCE(e.tuid, ''), e.target_language_tag, e.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listKeyIds: Effect.fnUntraced(function* (memoryId, viewable) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM ${keys([memoryId])} WHERE EXISTS (SELECT 1 FROM ${targets(viewable)}) ORDER BY k.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (memoryId, keyIds, viewable) {
          if (keyIds.length === 0) return []
          return yield* sql<MemoryKeyRow>`
            SELECT k.id, b.text AS source_text FROM ${keys([memoryId])}
            WHERE k.id IN ${jsonIds(sql, keyIds)} AND ${isViewable(viewable, "p.base_language_id")} ORDER BY k.id`
        }, Effect.orDie),

        listKeyCells: Effect.fnUntraced(function* (memoryId, keyIds, viewable) {
          if (keyIds.length === 0) return []
          return yield* sql<MemoryKeyCellRow>`
            SELECT k.id AS key_id, t.text AS target_text, l.tag AS target_language_tag
            FROM ${keys([memoryId])}, ${targets(viewable)} AND k.id IN ${jsonIds(sql, keyIds)}
            ORDER BY k.id, l.tag`
        }, Effect.orDie)
      })
    })
  )
}

const storedContent = ({ sourceText, targetText, targetLanguageTag }: MemoryEntryContent) => ({
  sourceText,
  targetText,
  targetLanguageTag
})

/** The texts are too long for an index. JSON keeps their borders. */
const digestOf = ({ sourceText, targetText, targetLanguageTag }: MemoryEntryContent): string =>
  createHash("sha256")
    .update(JSON.stringify([sourceText, targetLanguageTag.toLowerCase(), targetText]), "utf8")
    .digest("hex")
