import type {
  KeyCondition,
  KeyOrder,
  KeySortCriterion,
  LanguageProperty,
  NamedText,
  SortValue
} from "@dragoman/domain/translation-list"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type ContentPlace, isIn, isNamedIn, isOf, isShown } from "../database/content-place.ts"
import { jsonIds, jsonTexts } from "../database/sql-fragments.ts"
import { computed, except, Flag, type Selected, select } from "../database/table.ts"
import { keyColumns } from "../key/key-repository.ts"
import { findCandidateKeys, isSearched } from "../search-index/search-candidates.ts"
import { type TranslationRow, translationSelection } from "../translation/translation-repository.ts"
import { keyConditionSql } from "./key-condition-sql.ts"

type Fragment = Statement.Fragment

const columns: Readonly<Record<Exclude<KeySortCriterion["property"], LanguageProperty>, string>> = {
  keyId: "k.id",
  keyName: "k.name",
  createdAt: "k.created_at",
  deletedAt: "k.deleted_at",
  keyNamespace: "n.name",
  keyNamespaceId: "k.namespace_id",
  keyDescription: "k.description",
  keyIsPlural: "k.is_plural",
  keyPluralArgName: "k.plural_argument_name",
  keyMaxCharLimit: "k.max_char_limit",
  contextPresent: "CASE WHEN EXISTS (SELECT 1 FROM key_neighbour kn WHERE kn.key_id = k.id) THEN 1 ELSE 0 END",
  screenshotCount: "(SELECT count(*) FROM screenshot_reference sr WHERE sr.key_id = k.id)"
}

const textProperties: ReadonlyArray<KeySortCriterion["property"]> = [
  "text",
  "keyName",
  "keyNamespace",
  "keyDescription",
  "keyPluralArgName"
]

/** Returns the expression that a criterion compares. Texts are compared by code points on both engines. */
const sortExpression = (
  sql: SqlClient.SqlClient,
  { property, languageId }: Omit<KeySortCriterion, "direction">
): Fragment => {
  const expression =
    property === "text"
      ? sql`(SELECT t.text FROM translation t
            WHERE t.key_id = k.id AND t.project_id = k.project_id AND t.language_id = ${languageId})`
      : property === "qualityScore"
        ? sql`(SELECT t.quality_score FROM translation t
            WHERE t.key_id = k.id AND t.project_id = k.project_id AND t.language_id = ${languageId} AND t.is_auto = 1)`
        : sql.literal(columns[property])
  return textProperties.includes(property)
    ? sql.onDialectOrElse({ pg: () => sql`${expression} COLLATE "C"`, orElse: () => expression })
    : expression
}

/** Keys without a value are the first ones ascending, the last ones descending. */
const keyOrderSql = (sql: SqlClient.SqlClient, order: KeyOrder): Fragment =>
  sql.csv(
    order.map((criterion) => {
      const direction = criterion.direction === "asc" ? "ASC NULLS FIRST" : "DESC NULLS LAST"
      // An id is never null, and indexes know no other order of it.
      const suffix = criterion.property === "keyId" ? criterion.direction.toUpperCase() : direction
      return sql`${sortExpression(sql, criterion)} ${sql.literal(suffix)}`
    })
  )

/** Says whether a key comes after these values in the order. */
const isAfterSql = (sql: SqlClient.SqlClient, order: KeyOrder, values: ReadonlyArray<SortValue>): Fragment => {
  const [criterion, ...others] = order
  const [value = null, ...otherValues] = values
  if (criterion === undefined) return sql`1 = 0`
  const expression = sortExpression(sql, criterion)
  const isEqual = value === null ? sql`${expression} IS NULL` : sql`${expression} = ${value}`
  const isLater =
    criterion.direction === "asc"
      ? value === null
        ? sql`${expression} IS NOT NULL`
        : sql`${expression} > ${value}`
      : value === null
        ? sql`1 = 0`
        : sql`(${expression} < ${value} OR ${expression} IS NULL)`
  return sql.or([isLater, sql.and([isEqual, isAfterSql(sql, others, otherValues)])])
}

/** A selection of keys of a project, and their order. Plain data: it crosses threads. */
export interface KeySelection {
  readonly place: ContentPlace
  /** Selects keys in the trash instead of live ones. */
  readonly trashed: boolean
  /** Selected languages: where texts are looked for. */
  readonly languageIds: ReadonlyArray<number>
  readonly conditions: ReadonlyArray<KeyCondition>
  readonly order: KeyOrder
}

const listedKey = select({
  ...except(keyColumns, "customValues"),
  /** Other keys were seen near it. */
  hasContext: computed(
    Flag,
    "CASE WHEN EXISTS (SELECT 1 FROM key_neighbour kn WHERE kn.key_id = k.id) THEN 1 ELSE 0 END"
  )
})

/** A key as the translation list shows it. */
export interface ListedKeyRow extends Selected<typeof listedKey> {}

/** A selection of texts for the SDK map. */
export interface MapSelection {
  readonly place: ContentPlace
  /** null: the default namespace. */
  readonly namespaceId: number | null
  /** Keys with any of these tags; null: all keys. */
  readonly tagNames: ReadonlyArray<string> | null
  readonly languageId: number
}

/** Looking through all texts of the table pays as long as this share of them belongs to the project. */
const ownShareMin = 0.4

/**
 * Reading keys and texts of a whole project. Statements that look at every key take too long for the thread that answers
 * requests, except in small projects.
 */
export class TranslationListRepository extends Context.Service<
  TranslationListRepository,
  {
    /** Live keys, or those in the trash. */
    readonly count: (place: ContentPlace, trashed?: boolean) => Effect.Effect<number>
    /** Lists the ids of all selected keys. */
    readonly selectIds: (selection: KeySelection) => Effect.Effect<ReadonlyArray<number>>
    /** The first selected key behind these values of the order. */
    readonly findAfter: (
      selection: KeySelection,
      values: ReadonlyArray<SortValue>
    ) => Effect.Effect<Option.Option<number>>
    /** Lists a page of the ids of all keys: after an id, or at an offset. */
    readonly pageOfIds: (
      place: ContentPlace,
      trashed: boolean,
      page: { readonly afterId: number; readonly offset: number; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Finds the value of the key for each criterion of the order; None: there is no such key. */
    readonly findSortValues: (
      projectId: number,
      order: KeyOrder,
      keyId: number
    ) => Effect.Effect<Option.Option<ReadonlyArray<SortValue>>>
    /** Lists keys in the order of the ids, live ones and those in the trash. */
    readonly listKeys: (projectId: number, keyIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ListedKeyRow>>
    readonly listTranslations: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TranslationRow>>
    /** Lists the texts of one language by the names of their keys, rows without a text too. */
    readonly listNamedTexts: (selection: MapSelection) => Effect.Effect<ReadonlyArray<NamedText>>
  }
>()("@dragoman/store/translation-list/TranslationListRepository") {
  static readonly layer = Layer.effect(
    TranslationListRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)
      const source = sql.literal("translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id")

      const isWanted = (trashed: boolean) => sql.literal(trashed ? "k.deleted_at IS NOT NULL" : "k.deleted_at IS NULL")

      const count = Effect.fnUntraced(function* (place: ContentPlace, trashed = false) {
        const [row] = yield* sql<{ total: number }>`
          SELECT CAST(count(*) AS INTEGER) AS total FROM translation_key k
          WHERE ${isIn(sql, place, "k")} AND ${isWanted(trashed)}`
        return row?.total ?? 0
      })

      /** The newest id says about how many texts there are. The sequence of PostgreSQL knows it without a look into each partition. */
      const newestText = sql.onDialectOrElse({
        pg: () => sql`SELECT pg_sequence_last_value(pg_get_serial_sequence('translation', 'id')) AS last`,
        orElse: () => sql`SELECT max(id) AS last FROM translation`
      })

      /** Decides how texts are looked for. `candidates`: keys among which are all that are selected; null: unknown. */
      const planSearch = Effect.fnUntraced(function* ({ place, languageIds, conditions }: KeySelection) {
        const readsTexts = conditions.some(({ kind }) => kind === "search" || kind === "textPattern")
        if (!readsTexts && !conditions.some(isSearched)) return { candidates: null, readsWholeTable: false }
        const keys = yield* count(place)
        const searched = { projectId: place.projectId, languageIds, size: keys * (languageIds.length + 1) }
        const candidates = yield* withSql(findCandidateKeys(searched, conditions))
        if (candidates !== null) return { candidates, readsWholeTable: false }
        if (!readsTexts) return { candidates: null, readsWholeTable: false }
        const [row] = yield* sql<{ last: number | null }>`${newestText}`
        return { candidates: null, readsWholeTable: keys * languageIds.length >= (row?.last ?? 0) * ownShareMin }
      })

      // Ids win over the branch.
      const placeOf = ({ place, conditions }: KeySelection) =>
        conditions.some(({ kind }) => kind === "id")
          ? sql`${isOf(sql, place.projectId, "k")} AND ${isShown(sql, "k")}`
          : isIn(sql, place, "k")

      const conditionOf = Effect.fnUntraced(function* (selection: KeySelection) {
        const { candidates, readsWholeTable } = yield* planSearch(selection)
        return sql.and([
          placeOf(selection),
          isWanted(selection.trashed),
          ...(candidates === null ? [] : [sql`k.id IN ${jsonIds(sql, candidates)}`]),
          ...selection.conditions.map((condition) => keyConditionSql(sql, { ...selection, readsWholeTable }, condition))
        ])
      })

      return TranslationListRepository.of({
        count: Effect.fn("TranslationListRepository.count")(count, Effect.orDie),

        selectIds: Effect.fnUntraced(function* (selection) {
          const condition = yield* conditionOf(selection)
          const ids = sql`SELECT k.id FROM ${source} WHERE ${condition} ORDER BY ${keyOrderSql(sql, selection.order)}`
          // One text is a third of the work of a row for each id.
          const [row] = yield* sql<{ ids: string }>`${sql.onDialectOrElse({
            pg: () => sql`SELECT CAST(array_to_json(ARRAY(${ids})) AS TEXT) AS ids`,
            orElse: () => sql`SELECT json_group_array(id) AS ids FROM (${ids})`
          })}`
          return JSON.parse(row?.ids ?? "[]") as ReadonlyArray<number>
        }, Effect.orDie),

        findAfter: Effect.fnUntraced(function* (selection, values) {
          const condition = yield* conditionOf(selection)
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM ${source} WHERE ${condition} AND ${isAfterSql(sql, selection.order, values)}
            ORDER BY ${keyOrderSql(sql, selection.order)} LIMIT 1`
          return Option.map(Option.fromNullishOr(rows[0]), ({ id }) => id)
        }, Effect.orDie),

        pageOfIds: Effect.fnUntraced(function* (place, trashed, { afterId, offset, limit }) {
          const rows = yield* sql<{ id: number }>`
            SELECT k.id FROM translation_key k
            WHERE ${isIn(sql, place, "k")} AND ${isWanted(trashed)} AND k.id > ${afterId}
            ORDER BY k.id LIMIT ${limit} OFFSET ${offset}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        findSortValues: Effect.fnUntraced(function* (projectId, order, keyId) {
          const expressions = order.map(
            (criterion, index) => sql`${sortExpression(sql, criterion)} AS ${sql.literal(`value_${index}`)}`
          )
          const [values] = yield* sql`
            SELECT ${sql.csv(expressions)} FROM ${source}
            WHERE k.id = ${keyId} AND ${isOf(sql, projectId, "k")}`.values
          return Option.fromNullishOr(values as ReadonlyArray<SortValue> | undefined)
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (projectId, keyIds) {
          if (keyIds.length === 0) return []
          const rows = yield* listedKey.all(sql`
            SELECT ${listedKey.columns}
            FROM ${source} WHERE k.id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "k")}`)
          const byId = new Map(rows.map((row) => [row.id, row]))
          return keyIds.flatMap((id) => byId.get(id) ?? [])
        }, Effect.orDie),

        listTranslations: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          if (keyIds.length === 0 || languageIds.length === 0) return []
          return yield* translationSelection.all(sql`
            SELECT ${translationSelection.columns} FROM translation t
            WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND +t.language_id IN ${sql.in(languageIds)}`)
        }, Effect.orDie),

        listNamedTexts: Effect.fnUntraced(function* (selection) {
          const { place, namespaceId, tagNames, languageId } = selection
          const isTagged =
            tagNames === null
              ? sql``
              : sql`AND k.id IN (
                  SELECT kt.key_id FROM tag g JOIN key_tag kt ON kt.tag_id = g.id
                  WHERE g.project_id = ${place.projectId} AND g.name IN ${jsonTexts(sql, tagNames)})`
          const name = sql.literal(sql.onDialectOrElse({ pg: () => `k.name COLLATE "C"`, orElse: () => "k.name" }))
          const rows = yield* sql`
            SELECT k.name, t.text FROM translation_key k
            CROSS JOIN translation t
            WHERE t.key_id = k.id AND t.project_id = k.project_id AND t.language_id = ${languageId}
              AND ${isNamedIn(sql, place, "k")}
              AND COALESCE(k.namespace_id, 0) = ${namespaceId ?? 0} AND k.deleted_at IS NULL ${isTagged}
            ORDER BY ${name}`.values
          return rows.map(([keyName, text]) => ({ name: keyName, text }) as NamedText)
        }, Effect.orDie)
      })
    })
  )
}
