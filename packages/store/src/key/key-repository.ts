import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isNamedIn, isOf, isShown, joinNamedKeys } from "../database/content-place.ts"
import { refreshContentStatistics } from "../database/content-statistics.ts"
import { forUpdate } from "../database/locks.ts"
import {
  jsonIdRows,
  jsonIds,
  jsonSought,
  orderAndLimit,
  type PagedRows,
  type RowPage
} from "../database/sql-fragments.ts"
import { computed, Json, optional, pick, type RowOf, type Selected, select } from "../database/table.ts"
import { forgetConflicts } from "../import/import-conflicts.ts"
import { type CodeReference, keyPositionSql, keyTable } from "../table/content-tables.ts"
import { languageTable, namespaceTable } from "../table/project-tables.ts"

export interface KeyContent
  extends Pick<
    RowOf<typeof keyTable>,
    "name" | "namespaceId" | "description" | "customValues" | "isPlural" | "pluralArgumentName" | "maxCharLimit"
  > {}

/** The tables are `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id`. */
export const keyColumns = {
  ...pick(
    keyTable.as("k"),
    "id",
    "branchId",
    "name",
    "namespaceId",
    "description",
    "customValues",
    "isPlural",
    "pluralArgumentName",
    "maxCharLimit",
    "createdAt"
  ),
  /** Name of the namespace. */
  namespace: optional(namespaceTable.as("n")).name
}

const keySelection = select(keyColumns)

export interface KeyRow extends Selected<typeof keySelection> {}

/** A name in a namespace; null is the default one. */
export interface KeyName {
  readonly namespace: string | null
  readonly name: string
}

const placedKey = select({
  ...pick(keyTable.as("k"), "id", "branchId", "name", "namespaceId", "isPlural"),
  namespace: keyColumns.namespace
})

/** The place of a key and whether it is a plural, and nothing else of it. */
export interface PlacedKeyRow extends Selected<typeof placedKey> {}

/** The places in the code that use a key. */
export interface KeyCodeReferences {
  readonly id: number
  readonly codeReferences: ReadonlyArray<CodeReference>
}

const k = keyTable.as("k")
const n = optional(namespaceTable.as("n"))

const disabledLanguage = select({
  ...pick(k, "id", "name"),
  namespace: n.name,
  languageId: languageTable.as("l").id,
  tag: languageTable.as("l").tag
})

/** A key and one language into which it is not translated. */
export interface DisabledLanguageRow extends Selected<typeof disabledLanguage> {}

const codeReferences = select({
  id: k.id,
  codeReferences: computed(Json<ReadonlyArray<CodeReference>>(), "k.code_references")
})
const keyPlace = select({ id: k.id, position: computed(Schema.Number, keyPositionSql("k")) })
const insertedKey = select(pick(keyTable.as(), "id", "name", "namespaceId"))

export interface KeyList extends RowPage<SortableProperty<"keys">> {
  readonly place: ContentPlace
}

/** Sort expressions of keys. */
const keyOrder: Readonly<Record<SortableProperty<"keys">, string>> = {
  id: "k.id",
  name: "k.name",
  namespace: "COALESCE(n.name, '')",
  description: "COALESCE(k.description, '')"
}

/**
 * Live keys, many at a time; one statement whatever their number. Two live keys never share namespace and name: who
 * writes has locked the project and looked before.
 */
export class KeyRepository extends Context.Service<
  KeyRepository,
  {
    /** Lists those of the ids that are live keys of the project, by id. */
    readonly find: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<KeyRow>>
    /** Finds only ids and places of keys, in a third of the time of `find`. */
    readonly findPlaces: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<PlacedKeyRow>>
    /**
     * Locks keys of the project by id until the end of the transaction, which has its shared lock: no other one with that lock changes
     * their texts.
     */
    readonly lock: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** Counts the ids, each given once, that are live keys of the project. */
    readonly count: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<number>
    readonly findByName: (place: ContentPlace, names: ReadonlyArray<KeyName>) => Effect.Effect<ReadonlyArray<KeyRow>>
    readonly list: (request: KeyList) => Effect.Effect<PagedRows<KeyRow>>
    /** Live keys with a language into which they are not translated, a row for each; by key and language. */
    readonly listDisabled: (place: ContentPlace) => Effect.Effect<ReadonlyArray<DisabledLanguageRow>>
    /** Live keys in the order of their ids, from behind `afterId` on. */
    readonly listAfter: (place: ContentPlace, afterId: number, limit: number) => Effect.Effect<ReadonlyArray<KeyRow>>
    /** The ids, in the order of the keys, whose names differ. Without a position a key stands behind all others. */
    readonly insert: (
      place: ContentPlace,
      keys: ReadonlyArray<KeyContent & Partial<Pick<RowOf<typeof keyTable>, "position">>>,
      at: number
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Lists where these keys stand in exports in original order: smaller numbers first, of equal ones the older key. */
    readonly listPositions: (
      projectId: number,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, number>>
    /** Live keys of these namespaces; null is the default one. */
    readonly listIds: (
      place: ContentPlace,
      namespaceIds: ReadonlyArray<number | null>
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Lists where the code uses these keys; keys without references are missing. */
    readonly listCodeReferences: (
      projectId: number,
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<KeyCodeReferences>>
    /** `projectId` null: keys of several projects. */
    readonly setCodeReferences: (
      projectId: number | null,
      references: ReadonlyArray<KeyCodeReferences>
    ) => Effect.Effect<void>
    readonly update: (
      projectId: number,
      keys: ReadonlyArray<KeyContent & { readonly id: number }>
    ) => Effect.Effect<void>
    /** Moves keys to another namespace (null: the default one), which has no key of these names. */
    readonly setNamespace: (
      projectId: number,
      ids: ReadonlyArray<number>,
      namespaceId: number | null
    ) => Effect.Effect<void>
    /** Puts the keys into the trash. */
    readonly remove: (
      projectId: number,
      ids: ReadonlyArray<number>,
      by: number | null,
      at: number
    ) => Effect.Effect<void>
    /**
     * For transactions that write so much that PostgreSQL would plan with numbers of long ago, and read the whole project
     * for each statement. SQLite plans without numbers.
     */
    readonly refreshStatistics: (projectId: number) => Effect.Effect<void>
    /** Deletes keys for good with everything that belongs to them, from the trash or not. */
    readonly erase: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<void>
  }
>()("@dragoman/store/key/KeyRepository") {
  static readonly layer = Layer.effect(
    KeyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal("translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id")
      return KeyRepository.of({
        find: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          return yield* keySelection.all(sql`
            SELECT ${keySelection.columns} FROM ${source}
            WHERE k.id IN ${jsonIds(sql, ids)} AND k.project_id = ${projectId} AND k.deleted_at IS NULL AND ${isShown(sql, "k")}
            ORDER BY k.id`)
        }, Effect.orDie),

        findPlaces: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          const sorted = ids.toSorted((one, other) => one - other)
          return yield* placedKey.all(sql`
            SELECT ${placedKey.columns} FROM ${jsonIdRows(sql, sorted)} input
            CROSS JOIN translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE k.id = input.id AND k.project_id = ${projectId} AND k.deleted_at IS NULL AND ${isShown(sql, "k")}`)
        }, Effect.orDie),

        lock: Effect.fnUntraced(function* (projectId, ids) {
          yield* sql.onDialectOrElse({
            pg: () =>
              Effect.asVoid(sql`
                SELECT id FROM translation_key WHERE id IN ${jsonIds(sql, ids)} AND project_id = ${projectId}
                ORDER BY id ${forUpdate(sql)}`),
            orElse: () => Effect.void
          })
        }, Effect.orDie),

        count: Effect.fnUntraced(function* (projectId, ids) {
          const [counted] = yield* sql<{ count: number }>`
            SELECT CAST(count(*) AS INTEGER) AS count FROM ${jsonIdRows(sql, ids)} input CROSS JOIN translation_key k
            WHERE k.id = input.id AND k.project_id = ${projectId} AND k.deleted_at IS NULL AND ${isShown(sql, "k")}`
          return counted?.count ?? 0
        }, Effect.orDie),

        findByName: Effect.fnUntraced(function* (place, wanted) {
          if (wanted.length === 0) return []
          const input = jsonSought(
            sql,
            { namespace: "text", name: "text" },
            wanted.map(({ namespace, name }) => ({ namespace, name }))
          )
          return yield* keySelection.all(sql`
            SELECT ${keySelection.columns} FROM ${input} input ${joinNamedKeys(sql, place)}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ place, ...request }) {
          const rows = yield* keySelection.all(sql`
            SELECT ${keySelection.columns} FROM ${source} WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
            ${orderAndLimit(sql, keyOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM translation_key k
            WHERE ${isIn(sql, place, "k")} AND k.deleted_at IS NULL`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        listDisabled: Effect.fnUntraced(function* (place) {
          return yield* disabledLanguage.all(sql`
            SELECT ${disabledLanguage.columns}
            FROM language l
            JOIN translation t ON t.project_id = l.project_id AND t.language_id = l.id AND t.state = 'DISABLED'
            JOIN translation_key k ON k.id = t.key_id AND ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
            LEFT JOIN namespace n ON n.id = k.namespace_id
            WHERE l.project_id = ${place.projectId} AND l.deleted_at IS NULL
            ORDER BY k.id, l.id`)
        }, Effect.orDie),

        listAfter: Effect.fnUntraced(function* (place, afterId, limit) {
          return yield* keySelection.all(sql`
            SELECT ${keySelection.columns} FROM ${source}
            WHERE ${isIn(sql, place, "k")} AND k.id > ${afterId} AND k.deleted_at IS NULL ORDER BY k.id LIMIT ${limit}`)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* ({ projectId, branchId }, keys, at) {
          if (keys.length === 0) return []
          const inserted = yield* insertedKey.all(sql`
            ${keyTable.insert(
              sql,
              keys.map((key) => ({ ...toContent(key), position: key.position ?? null })),
              { projectId, branchId, createdAt: at }
            )}
            RETURNING ${insertedKey.columns}`)
          // The engines return the rows in the order of the keys, but promise none.
          let idByName: ReadonlyMap<string, number> | null = null
          return keys.map(({ name, namespaceId }, index) => {
            const row = inserted[index]
            if (row?.name === name && row.namespaceId === namespaceId) return row.id
            idByName ??= new Map(inserted.map((one) => [`${one.namespaceId ?? 0} ${one.name}`, one.id]))
            return idByName.get(`${namespaceId ?? 0} ${name}`) ?? 0
          })
        }, Effect.orDie),

        listPositions: Effect.fnUntraced(function* (projectId, ids) {
          const rows = yield* keyPlace.all(sql`
            SELECT ${keyPlace.columns} FROM translation_key k
            WHERE k.id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "k")}`)
          return new Map(rows.map(({ id, position }) => [id, position]))
        }, Effect.orDie),

        listIds: Effect.fnUntraced(function* (place, namespaceIds) {
          const ids = namespaceIds.map((id) => id ?? 0)
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM translation_key k
            WHERE ${isNamedIn(sql, place, "k")} AND k.deleted_at IS NULL
              AND COALESCE(k.namespace_id, 0) IN ${jsonIds(sql, ids)}
            ORDER BY k.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listCodeReferences: Effect.fnUntraced(function* (projectId, ids) {
          if (ids.length === 0) return []
          return yield* codeReferences.all(sql`
            SELECT ${codeReferences.columns} FROM translation_key k
            WHERE k.id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "k")} AND k.code_references IS NOT NULL`)
        }, Effect.orDie),

        setCodeReferences: Effect.fnUntraced(function* (projectId, references) {
          if (references.length > 0)
            yield* keyTable.update(sql, references, projectId === null ? {} : { within: { projectId } })
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (projectId, keys) {
          if (keys.length === 0) return
          yield* keyTable.update(
            sql,
            keys.map((key) => ({ ...toContent(key), id: key.id })),
            { within: { projectId } }
          )
        }, Effect.orDie),

        setNamespace: Effect.fnUntraced(function* (projectId, ids, namespaceId) {
          yield* sql`
            UPDATE translation_key SET namespace_id = ${namespaceId}
            WHERE id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "translation_key")}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (projectId, ids, by, at) {
          yield* forgetConflicts(sql, projectId, ids)
          yield* sql`
            UPDATE translation_key SET deleted_at = ${at}, deleted_by = ${by}
            WHERE id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "translation_key")} AND deleted_at IS NULL`
        }, Effect.orDie),

        refreshStatistics: (projectId) => refreshContentStatistics(sql, projectId),

        erase: Effect.fnUntraced(function* (projectId, ids) {
          yield* forgetConflicts(sql, projectId, ids)
          yield* sql`
            DELETE FROM translation_key
            WHERE id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "translation_key")}`
        }, Effect.orDie)
      })
    })
  )
}

/** Others may give more than the content. */
const toContent = (key: KeyContent): KeyContent => ({
  name: key.name,
  namespaceId: key.namespaceId,
  description: key.description,
  customValues: key.customValues,
  isPlural: key.isPlural,
  pluralArgumentName: key.pluralArgumentName,
  maxCharLimit: key.maxCharLimit
})
