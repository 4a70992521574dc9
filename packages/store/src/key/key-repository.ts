import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonIds, jsonRows, jsonSought } from "../database/json-rows.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"
import { forgetConflicts } from "../import/forget-conflicts.ts"
import { type KeyColumns, type KeyContent, type KeyName, type KeyRow, keyColumns, toKeyRow } from "./key-row.ts"

/** The places in the code that use a key. */
export interface KeyCodeReferences {
  readonly id: number
  readonly codeReferences: ReadonlyArray<{ readonly path: string; readonly line: number | null }>
}

/** A key and one language into which it is not translated. */
export interface DisabledLanguageRow {
  readonly id: number
  readonly name: string
  readonly namespace: string | null
  readonly languageId: number
  readonly tag: string
}

const contentColumns = {
  name: "text",
  namespace_id: "integer",
  description: "text",
  custom_values: "text",
  is_plural: "integer",
  plural_argument_name: "text",
  max_char_limit: "integer"
} as const

export interface KeyList extends RowSlice {
  readonly projectId: number
}

/** What keys can be sorted by. */
export const keyOrder = {
  id: "k.id",
  name: "k.name",
  namespace: "COALESCE(n.name, '')",
  description: "COALESCE(k.description, '')"
} as const

/**
 * Live keys, many at a time; one statement whatever their number. Two live keys never share namespace and name: who
 * writes has locked the project and looked before.
 */
export class KeyRepository extends Context.Service<
  KeyRepository,
  {
    /** Those of these ids that are live keys of the project, by id. */
    readonly find: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<KeyRow>>
    /** Which of these keys there are, live ones, and whose they are. */
    readonly listProjects: (
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly projectId: number }>>
    readonly findByName: (projectId: number, names: ReadonlyArray<KeyName>) => Effect.Effect<ReadonlyArray<KeyRow>>
    readonly list: (request: KeyList) => Effect.Effect<SlicedRows<KeyRow>>
    /** Live keys with a language into which they are not translated, a row for each; by key and language. */
    readonly listDisabled: (projectId: number) => Effect.Effect<ReadonlyArray<DisabledLanguageRow>>
    /** Live keys of the project in the order of their ids, from behind `afterId` on. */
    readonly listAfter: (projectId: number, afterId: number, limit: number) => Effect.Effect<ReadonlyArray<KeyRow>>
    /** The ids, in the order of the keys given, whose names differ. */
    readonly insert: (
      projectId: number,
      keys: ReadonlyArray<KeyContent>,
      at: number
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Live keys of these namespaces; null is the default one. */
    readonly listIds: (
      projectId: number,
      namespaceIds: ReadonlyArray<number | null>
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Where the code uses these keys; those without any are missing. */
    readonly listCodeReferences: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<KeyCodeReferences>>
    readonly setCodeReferences: (references: ReadonlyArray<KeyCodeReferences>) => Effect.Effect<void>
    readonly update: (keys: ReadonlyArray<KeyContent & { readonly id: number }>) => Effect.Effect<void>
    /** null: the default one. In the new one there is no key of these names. */
    readonly setNamespace: (ids: ReadonlyArray<number>, namespaceId: number | null) => Effect.Effect<void>
    /** Puts the keys into the trash. */
    readonly remove: (ids: ReadonlyArray<number>, by: number | null, at: number) => Effect.Effect<void>
    /**
     * For transactions that write so much that PostgreSQL would plan with numbers of long ago, and read the whole project
     * for each statement. SQLite plans without numbers.
     */
    readonly refreshStatistics: Effect.Effect<void>
    /** For good, with everything that hangs on them; from the trash or not. */
    readonly erase: (ids: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("@dragoman/store/key/KeyRepository") {
  static readonly layer = Layer.effect(
    KeyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(keyColumns)
      const source = sql.literal("translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id")
      const toColumns = (key: KeyContent) => ({
        name: key.name,
        namespace_id: key.namespaceId,
        description: key.description,
        custom_values: key.customValues && JSON.stringify(key.customValues),
        is_plural: key.isPlural ? 1 : 0,
        plural_argument_name: key.pluralArgumentName,
        max_char_limit: key.maxCharLimit
      })
      const names = Object.keys(contentColumns)
      return KeyRepository.of({
        find: Effect.fn("KeyRepository.find")(function* (projectId, ids) {
          if (ids.length === 0) return []
          const rows = yield* sql<KeyColumns>`
            SELECT ${columns} FROM ${source}
            WHERE k.id IN ${jsonIds(sql, ids)} AND k.project_id = ${projectId} AND k.deleted_at IS NULL ORDER BY k.id`
          return rows.map(toKeyRow)
        }, Effect.orDie),

        listProjects: Effect.fn("KeyRepository.listProjects")(function* (ids) {
          return yield* sql<{ id: number; projectId: number }>`
            SELECT id, project_id FROM translation_key WHERE id IN ${jsonIds(sql, ids)} AND deleted_at IS NULL`
        }, Effect.orDie),

        findByName: Effect.fn("KeyRepository.findByName")(function* (projectId, wanted) {
          if (wanted.length === 0) return []
          const given = jsonSought(
            sql,
            { namespace: "text", name: "text" },
            wanted.map(({ namespace, name }) => ({ namespace, name }))
          )
          const rows = yield* sql<KeyColumns>`
            SELECT ${columns} FROM ${given} given
            LEFT JOIN namespace n ON n.project_id = ${projectId} AND n.name = given.namespace
            JOIN translation_key k ON k.project_id = ${projectId} AND COALESCE(k.namespace_id, 0) = COALESCE(n.id, 0)
              AND k.name = given.name AND k.deleted_at IS NULL
            WHERE given.namespace IS NULL OR n.id IS NOT NULL`
          return rows.map(toKeyRow)
        }, Effect.orDie),

        list: Effect.fn("KeyRepository.list")(function* ({ projectId, ...request }) {
          const rows = yield* sql<KeyColumns>`
            SELECT ${columns} FROM ${source} WHERE k.project_id = ${projectId} AND k.deleted_at IS NULL
            ${slice(sql, keyOrder, request)}`
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM translation_key
            WHERE project_id = ${projectId} AND deleted_at IS NULL`
          return { rows: rows.map(toKeyRow), total: count?.total ?? 0 }
        }, Effect.orDie),

        listDisabled: Effect.fn("KeyRepository.listDisabled")(function* (projectId) {
          return yield* sql<DisabledLanguageRow>`
            SELECT k.id, k.name, n.name AS namespace, l.id AS language_id, l.tag
            FROM language l
            JOIN translation t ON t.language_id = l.id AND t.state = 'DISABLED'
            JOIN translation_key k ON k.id = t.key_id AND k.deleted_at IS NULL
            LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL
            ORDER BY k.id, l.id`
        }, Effect.orDie),

        listAfter: Effect.fn("KeyRepository.listAfter")(function* (projectId, afterId, limit) {
          const rows = yield* sql<KeyColumns>`
            SELECT ${columns} FROM ${source}
            WHERE k.project_id = ${projectId} AND k.id > ${afterId} AND k.deleted_at IS NULL ORDER BY k.id LIMIT ${limit}`
          return rows.map(toKeyRow)
        }, Effect.orDie),

        insert: Effect.fn("KeyRepository.insert")(function* (projectId, keys, at) {
          if (keys.length === 0) return []
          const given = jsonRows(sql, contentColumns, keys.map(toColumns))
          const columnNames = sql.literal(names.join(", "))
          const inserted = yield* sql<{ id: number; name: string; namespaceId: number | null }>`
            INSERT INTO translation_key (project_id, created_at, ${columnNames})
            SELECT CAST(${projectId} AS BIGINT), CAST(${at} AS BIGINT), ${columnNames} FROM ${given} given
            RETURNING id, name, namespace_id`
          const idByName = new Map(inserted.map((row) => [`${row.namespaceId ?? 0} ${row.name}`, row.id]))
          return keys.map((key) => idByName.get(`${key.namespaceId ?? 0} ${key.name}`) ?? 0)
        }, Effect.orDie),

        listIds: Effect.fn("KeyRepository.listIds")(function* (projectId, namespaceIds) {
          const ids = namespaceIds.map((id) => id ?? 0)
          const rows = yield* sql<{ id: number }>`
            SELECT id FROM translation_key
            WHERE project_id = ${projectId} AND deleted_at IS NULL AND COALESCE(namespace_id, 0) IN ${jsonIds(sql, ids)}
            ORDER BY id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listCodeReferences: Effect.fn("KeyRepository.listCodeReferences")(function* (ids) {
          if (ids.length === 0) return []
          const rows = yield* sql<{ id: number; codeReferences: string }>`
            SELECT id, code_references FROM translation_key
            WHERE id IN ${jsonIds(sql, ids)} AND code_references IS NOT NULL`
          return rows.map(({ id, codeReferences }) => ({ id, codeReferences: JSON.parse(codeReferences) }))
        }, Effect.orDie),

        setCodeReferences: Effect.fn("KeyRepository.setCodeReferences")(function* (references) {
          if (references.length === 0) return
          const given = jsonRows(
            sql,
            { id: "integer", code_references: "text" },
            references.map(({ id, codeReferences }) => ({ id, code_references: JSON.stringify(codeReferences) }))
          )
          yield* sql`
            UPDATE translation_key SET code_references = given.code_references
            FROM ${given} given WHERE translation_key.id = given.id`
        }, Effect.orDie),

        update: Effect.fn("KeyRepository.update")(function* (keys) {
          if (keys.length === 0) return
          const given = jsonRows(
            sql,
            { id: "integer", ...contentColumns },
            keys.map((key) => ({ id: key.id, ...toColumns(key) }))
          )
          const assignments = sql.literal(names.map((name) => `${name} = given.${name}`).join(", "))
          yield* sql`UPDATE translation_key SET ${assignments} FROM ${given} given WHERE translation_key.id = given.id`
        }, Effect.orDie),

        setNamespace: Effect.fn("KeyRepository.setNamespace")(function* (ids, namespaceId) {
          yield* sql`UPDATE translation_key SET namespace_id = ${namespaceId} WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        remove: Effect.fn("KeyRepository.remove")(function* (ids, by, at) {
          yield* forgetConflicts(sql, ids)
          yield* sql`
            UPDATE translation_key SET deleted_at = ${at}, deleted_by = ${by}
            WHERE id IN ${jsonIds(sql, ids)} AND deleted_at IS NULL`
        }, Effect.orDie),

        refreshStatistics: sql.onDialectOrElse({
          // Held to the end of the transaction, the lock would make imports into other projects wait.
          pg: () => Effect.asVoid(Effect.orDie(sql`ANALYZE (SKIP_LOCKED) translation_key, translation`)),
          orElse: () => Effect.void
        }),

        erase: Effect.fn("KeyRepository.erase")(function* (ids) {
          yield* forgetConflicts(sql, ids)
          yield* sql`DELETE FROM translation_key WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie)
      })
    })
  )
}
