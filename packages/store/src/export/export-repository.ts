import type { JsonObject } from "@dragoman/domain/activity"
import type { TranslationState, ValuesBefore } from "@dragoman/domain/translation"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type ContentPlace, isNamedIn, isOf } from "../database/content-place.ts"
import { isFindable, jsonIds } from "../database/sql-fragments.ts"
import { computed, pick, type RowOf, type Selected, select } from "../database/table.ts"
import {
  type CodeReference,
  keyPositionSql,
  keyTable,
  type tagTable,
  translationFormatDataTable,
  translationTable
} from "../table/content-tables.ts"

/** The filter of exported live keys; null: no filter. Plain data: it crosses threads. */
export interface ExportedKeysFilter {
  readonly place: ContentPlace
  readonly keyIds: ReadonlyArray<number> | null
  readonly exceptKeyIds: ReadonlyArray<number>
  /** Has any of these tags. */
  readonly tagIds: ReadonlyArray<number> | null
  readonly exceptTagIds: ReadonlyArray<number>
  /** Begins with exactly these characters; `""` is no filter. */
  readonly keyPrefix: string
}

export type ExportedKeysOrder = "name" | "original"

/** A namespace with keys to be exported. */
export interface ExportedNamespaceRow {
  /** 0: the default namespace. */
  readonly id: number
  /** `""`: the default namespace. */
  readonly name: string
  readonly keys: number
}

const exportedKey = select({
  ...pick(keyTable.as("k"), "id", "name", "description", "customValues", "isPlural"),
  /** 0: the default namespace. */
  namespaceId: computed(Schema.Number, "COALESCE(k.namespace_id, 0)")
})

const referringKey = select(pick(keyTable.as("k"), "id", "codeReferences"))

export interface ExportedKeyRow extends Omit<Selected<typeof exportedKey>, "customValues"> {
  readonly customValues: JsonObject
}

const d = translationFormatDataTable.as("d")

const exportedFormatData = select({
  ...pick(translationTable.as("t"), "keyId", "languageId"),
  ...pick(d, "format", "data", "textData", "text")
})

export interface ExportedFormatDataRow extends Selected<typeof exportedFormatData> {}

/** A translation that was reviewed before, but is not now. */
export interface ChangedSinceReviewRow {
  readonly keyId: number
  readonly languageId: number
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
  /** Those that tell the text of the last review, the newest first: the end of that review, and the next change of the text. */
  readonly changes: ReadonlyArray<ValuesBefore>
}

/** Translations, one at each index of the lists: a list for each column is read in half the time of a row for each text. */
export interface ExportedTexts {
  readonly keyIds: ReadonlyArray<number>
  readonly languageIds: ReadonlyArray<number>
  readonly texts: ReadonlyArray<string | null>
  readonly states: ReadonlyArray<TranslationState>
}

/**
 * Keys and texts of a project on their way out. Statements here look at whole projects: they are for a thread that answers
 * no requests, within a snapshot.
 */
export class ExportRepository extends Context.Service<
  ExportRepository,
  {
    readonly listTags: (
      projectId: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly name: string }>>
    /** Lists namespaces by name, in the order of code points. */
    readonly listNamespaces: (filter: ExportedKeysFilter) => Effect.Effect<ReadonlyArray<ExportedNamespaceRow>>
    /** Lists keys of these namespaces in an order: `name` is that of code points, `original` that of the files they came from. */
    readonly listKeys: (
      filter: ExportedKeysFilter,
      namespaceIds: ReadonlyArray<number>,
      order: ExportedKeysOrder
    ) => Effect.Effect<ReadonlyArray<ExportedKeyRow>>
    /**
     * Lists the texts of these keys in these languages, in no order; keys without a translation are missing. At most
     * `exportedTextsMax` keys times languages.
     */
    readonly listTexts: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ExportedTexts>
    /**
     * Lists translations whose last review the activity knows, and that are neither reviewed nor disabled now. At most `exportedTextsMax`
     * keys times languages.
     */
    readonly listChangedSinceReview: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ChangedSinceReviewRow>>
    /** Lists the format data of the texts of these keys in these languages, by format. */
    readonly listFormatData: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ExportedFormatDataRow>>
    /** Lists where the code uses these keys; keys without references are missing. */
    readonly listCodeReferences: (
      projectId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, ReadonlyArray<CodeReference>>>
    /** The keys whose text is outdated, by language. */
    readonly listOutdated: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, ReadonlySet<number>>>
  }
>()("@dragoman/store/export/ExportRepository") {
  static readonly layer = Layer.effect(
    ExportRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** SQLite compares bytes of UTF-8 anyway, which gives the order of code points. */
      const byCodePoint = (column: string) =>
        sql.literal(sql.onDialectOrElse({ pg: () => `${column} COLLATE "C"`, orElse: () => column }))

      const hasTag = (tagIds: ReadonlyArray<number>) =>
        sql`EXISTS (SELECT 1 FROM key_tag kt WHERE kt.key_id = k.id AND kt.tag_id IN ${jsonIds(sql, tagIds)})`

      const conditionOf = (filter: ExportedKeysFilter): Statement.Fragment =>
        sql.and([
          isNamedIn(sql, filter.place, "k"),
          sql`k.deleted_at IS NULL`,
          ...(filter.keyIds === null ? [] : [sql`k.id IN ${jsonIds(sql, filter.keyIds)}`]),
          ...(filter.exceptKeyIds.length === 0 ? [] : [sql`k.id NOT IN ${jsonIds(sql, filter.exceptKeyIds)}`]),
          ...(filter.tagIds === null ? [] : [hasTag(filter.tagIds)]),
          ...(filter.exceptTagIds.length === 0 ? [] : [sql`NOT ${hasTag(filter.exceptTagIds)}`]),
          ...(filter.keyPrefix === "" ? [] : [startsWith(filter.keyPrefix)])
        ])

      const startsWith = (prefix: string): Statement.Fragment =>
        isFindable(prefix) ? sql`substr(k.name, 1, ${[...prefix].length}) = ${prefix}` : sql`1 = 0`

      /** JSON of the values, in the order of the rows. */
      const listOf = (value: Statement.Fragment): Statement.Fragment =>
        sql.onDialectOrElse({
          pg: () => sql`CAST(COALESCE(json_agg(${value}), '[]') AS TEXT)`,
          orElse: () => sql`json_group_array(${value})`
        })

      /** JSON of the value before a recorded change; SQL's null: the change kept it. */
      const before = (alias: string, property: "text" | "state") =>
        sql.onDialectOrElse({
          pg: () => `CAST(CAST(${alias}.modifications AS JSON) #> '{${property},old}' AS TEXT)`,
          orElse: () => `(${alias}.modifications -> '$.${property}.old')`
        })
      const changedSinceReview = select({
        ...pick(translationTable.as("t"), "keyId", "languageId"),
        ...pick(keyTable.as("k"), "isPlural", "pluralArgumentName"),
        textBefore: computed(Schema.NullOr(Schema.String), before("e", "text")),
        nextTextBefore: computed(
          Schema.NullOr(Schema.String),
          `CASE WHEN ${before("e", "text")} IS NULL THEN (
            SELECT ${before("n", "text")} FROM activity_modified_entity n
            WHERE n.entity_class = 'Translation' AND n.entity_id = t.id AND n.revision_id > e.revision_id
              AND ${before("n", "text")} IS NOT NULL
            ORDER BY n.revision_id LIMIT 1) END`
        )
      })

      return ExportRepository.of({
        listTags: Effect.fnUntraced(function* (projectId) {
          return yield* sql<Pick<RowOf<typeof tagTable>, "id" | "name">>`
            SELECT id, name FROM tag WHERE project_id = ${projectId} ORDER BY id`
        }, Effect.orDie),

        listNamespaces: Effect.fnUntraced(function* (filter) {
          return yield* sql<ExportedNamespaceRow>`
            SELECT counted.id, COALESCE(n.name, '') AS name, counted.keys
            FROM (
              SELECT COALESCE(k.namespace_id, 0) AS id, CAST(count(*) AS INTEGER) AS keys
              FROM translation_key k WHERE ${conditionOf(filter)} GROUP BY COALESCE(k.namespace_id, 0)
            ) counted
            LEFT JOIN namespace n ON n.id = counted.id
            ORDER BY ${byCodePoint("COALESCE(n.name, '')")}`
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (filter, namespaceIds, order) {
          const [first = 0] = namespaceIds
          const inNamespaces =
            namespaceIds.length === 1
              ? sql`COALESCE(k.namespace_id, 0) = ${first}`
              : sql`COALESCE(k.namespace_id, 0) IN ${jsonIds(sql, namespaceIds)}`
          const rows = yield* exportedKey.all(sql`
            SELECT ${exportedKey.columns}
            FROM translation_key k WHERE ${conditionOf(filter)} AND ${inNamespaces}
            ORDER BY ${order === "name" ? byCodePoint("k.name") : sql.literal(`${keyPositionSql("k")}, k.id`)}`)
          return rows.map((row) => ({ ...row, customValues: row.customValues ?? noCustomValues }))
        }, Effect.orDie),

        listTexts: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          // The plus keeps SQLite from looking up each pair: all languages of a key lie beside each other.
          const [row] = yield* sql<Record<keyof ExportedTexts, string>>`
            SELECT ${listOf(sql`t.key_id`)} AS key_ids, ${listOf(sql`t.language_id`)} AS language_ids,
              ${listOf(sql`t.text`)} AS texts, ${listOf(sql`t.state`)} AS states
            FROM translation t
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND +t.language_id IN ${sql.in(languageIds)}`
          const parse = (column: keyof ExportedTexts) => JSON.parse(row?.[column] ?? "[]")
          return {
            keyIds: parse("keyIds"),
            languageIds: parse("languageIds"),
            texts: parse("texts"),
            states: parse("states")
          }
        }, Effect.orDie),

        listChangedSinceReview: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          // The plus, as above.
          const rows = yield* changedSinceReview.all(sql`
            SELECT ${changedSinceReview.columns}
            FROM translation t
            JOIN translation_key k ON k.id = t.key_id AND ${isOf(sql, projectId, "k")}
            JOIN activity_modified_entity e ON e.entity_class = 'Translation' AND e.entity_id = t.id
              AND e.revision_id = (
                SELECT r.revision_id FROM activity_modified_entity r
                WHERE r.entity_class = 'Translation' AND r.entity_id = t.id
                  AND ${sql.literal(before("r", "state"))} = '"REVIEWED"'
                ORDER BY r.revision_id DESC LIMIT 1)
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND +t.language_id IN ${sql.in(languageIds)} AND t.state NOT IN ('REVIEWED', 'DISABLED')`)
          return rows.map(
            ({ textBefore, nextTextBefore, ...row }): ChangedSinceReviewRow => ({
              ...row,
              changes: [
                ...(nextTextBefore === null ? [] : [{ text: JSON.parse(nextTextBefore) }]),
                { state: "REVIEWED", ...(textBefore !== null && { text: JSON.parse(textBefore) }) }
              ]
            })
          )
        }, Effect.orDie),

        listFormatData: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          // The plus, as above.
          return yield* exportedFormatData.all(sql`
            SELECT ${exportedFormatData.columns}
            FROM translation t JOIN translation_format_data d ON d.translation_id = t.id
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND +t.language_id IN ${sql.in(languageIds)}
            ORDER BY d.format`)
        }, Effect.orDie),

        listCodeReferences: Effect.fnUntraced(function* (projectId, keyIds) {
          const rows = yield* referringKey.all(sql`
            SELECT ${referringKey.columns} FROM translation_key k
            WHERE k.id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "k")} AND k.code_references IS NOT NULL`)
          return new Map(rows.map(({ id, codeReferences }) => [id, codeReferences ?? []]))
        }, Effect.orDie),

        listOutdated: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          const rows = yield* sql<{ keyId: number; languageId: number }>`
            SELECT t.key_id, t.language_id FROM translation t
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND +t.language_id IN ${sql.in(languageIds)} AND t.is_outdated = 1`
          const outdated = new Map<number, Set<number>>(languageIds.map((id) => [id, new Set()]))
          for (const { keyId, languageId } of rows) outdated.get(languageId)?.add(keyId)
          return outdated
        }, Effect.orDie)
      })
    })
  )
}

/** Texts are read into one value of JSON: as many of the longest, each character escaped, fit into a string. */
export const exportedTextsMax = 5_000

const noCustomValues: JsonObject = {}
