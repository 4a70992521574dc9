import { createHash } from "node:crypto"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, type PagedRows } from "../database/sql-fragments.ts"
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
    /** Inserts entries, and leaves out those that are there already. Returns the new ones. */
    readonly insert: (
      memoryId: number,
      entries: ReadonlyArray<MemoryEntryContent>,
      at: number
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
    /** Lists sources by text, stored ones and those of keys. */
    readonly listSources: (request: {
      readonly memoryId: number
      readonly search: string
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<PagedRows<MemorySourceRow>>
    /** Lists the smallest id of the entries of each stored source. */
    readonly listIds: (memoryId: number, search: string) => Effect.Effect<ReadonlyArray<number>>
    /** Lists the translations of keys that belong to the memory. */
    readonly listKeyCells: (
      memoryId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<MemoryKeyCellRow>>
  }
>()("@dragoman/store/memory-storage/MemoryEntryRepository") {
  static readonly layer = Layer.effect(
    MemoryEntryRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const searched = (search: string) => (search === "" ? sql`1 = 1` : contains(sql, "source.source_text", search))

      const stored = (memoryId: number) => sql`
        SELECT 'ENTRY' AS kind, min(e.id) AS id, e.source_text, e.tuid, CAST(NULL AS TEXT) AS key_name,
          CAST(NULL AS BIGINT) AS project_id, CAST(NULL AS TEXT) AS project_name
        FROM memory_entry e WHERE e.memory_id = ${memoryId} GROUP BY e.source_text, e.tuid`

      /** The projects that write into the memory. */
      const writing = (memoryId: number) => sql`
        SELECT m.id AS memory_id, COALESCE(a.project_id, m.project_id) AS project_id, m.write_only_reviewed
        FROM memory m LEFT JOIN memory_assignment a ON a.memory_id = m.id
        WHERE m.id = ${memoryId} AND COALESCE(a.write_access, 1) = 1`

      const target = sql.literal(`JOIN translation t ON t.key_id = k.id AND t.language_id <> p.base_language_id
        AND t.text IS NOT NULL AND (w.write_only_reviewed = 0 OR t.state = 'REVIEWED')
        JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL`)

      const ofKeys = (memoryId: number) => sql`
        SELECT 'KEY' AS kind, k.id, b.text AS source_text, CAST(NULL AS TEXT) AS tuid, k.name AS key_name,
          p.id AS project_id, p.name AS project_name
        FROM (${writing(memoryId)}) w
        JOIN project p ON p.id = w.project_id AND p.deleted_at IS NULL
        JOIN translation_key k ON k.project_id = p.id AND k.deleted_at IS NULL
        JOIN translation b ON b.key_id = k.id AND b.language_id = p.base_language_id AND b.text IS NOT NULL
        WHERE EXISTS (SELECT 1 FROM translation t JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
          WHERE t.key_id = k.id AND t.language_id <> p.base_language_id AND t.text IS NOT NULL
            AND (w.write_only_reviewed = 0 OR t.state = 'REVIEWED'))`

      return MemoryEntryRepository.of({
        find: Effect.fnUntraced(function* (memoryId, entryId) {
          return yield* entry.first(sql`
            SELECT ${entry.columns} FROM memory_entry e WHERE e.memory_id = ${memoryId} AND e.id = ${entryId}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (memoryId, entries, at) {
          if (entries.length === 0) return []
          const rows = entries.map((content) => ({ ...storedContent(content), digest: digestOf(content) }))
          const inserted = yield* sql<{ id: number }>`
            ${memoryEntryTable.insert(sql, rows, { memoryId, createdAt: at, updatedAt: at })}
            ON CONFLICT (memory_id, digest) DO NOTHING RETURNING id`
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e
            WHERE e.id IN ${jsonIds(
              sql,
              inserted.map(({ id }) => id)
            )} ORDER BY e.id`)
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (memoryId, id, content, updatedAt) {
          const digest = digestOf(content)
          const same = yield* sql`
            SELECT id FROM memory_entry WHERE memory_id = ${memoryId} AND digest = ${digest} AND id <> ${id}`
          if (same.length > 0) return false
          yield* memoryEntryTable.update(sql, [{ id, ...storedContent(content), digest, updatedAt }])
          return true
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (memoryId, entryIds) {
          const rows = yield* sql`
            DELETE FROM memory_entry WHERE memory_id = ${memoryId} AND id IN ${jsonIds(sql, entryIds)} RETURNING id`
          return rows.length
        }, Effect.orDie),

        listGroups: Effect.fnUntraced(function* (memoryId, entryIds) {
          if (entryIds.length === 0) return []
          return yield* entry.all(sql`
            SELECT ${entry.columns} FROM memory_entry e
            WHERE e.memory_id = ${memoryId} AND EXISTS (
              SELECT 1 FROM memory_entry shown
              WHERE shown.memory_id = ${memoryId} AND shown.id IN ${jsonIds(sql, entryIds)}
                AND shown.source_text = e.source_text AND COALESCE(shown.tuid, '') = COALESCE(e.tuid, ''))
            ORDER BY e.target_language_tag, e.id`)
        }, Effect.orDie),

        listSources: Effect.fnUntraced(function* ({ memoryId, search, limit, offset }) {
          const sources = sql`(${stored(memoryId)} UNION ALL ${ofKeys(memoryId)}) source WHERE ${searched(search)}`
          const rows = yield* sql<MemorySourceRow>`
            SELECT * FROM ${sources} ORDER BY source.source_text, source.kind, source.id LIMIT ${limit} OFFSET ${offset}`
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${sources}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listIds: Effect.fnUntraced(function* (memoryId, search) {
          const rows = yield* sql<{ id: number }>`
            SELECT source.id FROM (${stored(memoryId)}) source WHERE ${searched(search)} ORDER BY source.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listKeyCells: Effect.fnUntraced(function* (memoryId, keyIds) {
          if (keyIds.length === 0) return []
          return yield* sql<MemoryKeyCellRow>`
            SELECT k.id AS key_id, t.text AS target_text, l.tag AS target_language_tag
            FROM (${writing(memoryId)}) w JOIN project p ON p.id = w.project_id
            JOIN translation_key k ON k.project_id = p.id AND k.id IN ${jsonIds(sql, keyIds)} ${target}
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
