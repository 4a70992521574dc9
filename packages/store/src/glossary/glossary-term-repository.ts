import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { contains, jsonIds, jsonTexts, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { glossaryTermTable, glossaryTermTranslationTable } from "../table/glossary-tables.ts"

const term = select(
  pick(
    glossaryTermTable.as("t"),
    "id",
    "glossaryId",
    "description",
    "isNonTranslatable",
    "isCaseSensitive",
    "isAbbreviation",
    "isForbidden"
  )
)

export interface GlossaryTermRow extends Selected<typeof term> {}

export type GlossaryTermFields = Omit<GlossaryTermRow, "id" | "glossaryId">

const text = select(pick(glossaryTermTranslationTable.as("x"), "termId", "languageTag", "text"))

export interface GlossaryTermTextRow extends Selected<typeof text> {}

/** The terms of a glossary that a search finds. */
export interface GlossaryTermSearch {
  readonly glossaryId: number
  readonly baseLanguageTag: string
  /** In the description, or in a text. Empty: all terms. */
  readonly search: string
  /** Languages of texts that are searched besides the base language; empty: all. */
  readonly languageTags: ReadonlyArray<string>
}

const orderExpressions = {
  id: "t.id",
  description: "COALESCE(unicode_lower(t.description), '')",
  text: "COALESCE(unicode_lower(b.text), '')"
}

/** Terms of glossaries with a text in each language. */
export class GlossaryTermRepository extends Context.Service<
  GlossaryTermRepository,
  {
    readonly find: (glossaryId: number, termId: number) => Effect.Effect<Option.Option<GlossaryTermRow>>
    readonly list: (
      request: GlossaryTermSearch & RowPage<"id" | "description" | "text">
    ) => Effect.Effect<PagedRows<GlossaryTermRow>>
    readonly listIds: (search: GlossaryTermSearch) => Effect.Effect<ReadonlyArray<number>>
    /** Lists at most `limit` terms with ids above `afterId`, by id. */
    readonly listAfter: (
      glossaryId: number,
      afterId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<GlossaryTermRow>>
    readonly listByIds: (termIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<GlossaryTermRow>>
    /** Lists the texts of terms by language; `languageTags` null: in all languages. */
    readonly listTexts: (
      termIds: ReadonlyArray<number>,
      languageTags: ReadonlyArray<string> | null
    ) => Effect.Effect<ReadonlyArray<GlossaryTermTextRow>>
    /** Lists the terms of the glossaries that a project uses, in the order of their ids, the oldest glossary first. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<GlossaryTermRow>>
    /** Lists the texts of those terms. */
    readonly listTextsOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<GlossaryTermTextRow>>
    /** Lists the languages of texts in the glossary. */
    readonly listLanguageTags: (glossaryId: number) => Effect.Effect<ReadonlyArray<string>>
    /** Inserts terms, and returns their ids in the same order. */
    readonly insert: (
      glossaryId: number,
      terms: ReadonlyArray<GlossaryTermFields>
    ) => Effect.Effect<ReadonlyArray<number>>
    readonly update: (terms: ReadonlyArray<GlossaryTermFields & { readonly id: number }>) => Effect.Effect<void>
    /** Deletes terms; those of other glossaries are skipped. Returns the number of deleted ones. */
    readonly remove: (glossaryId: number, termIds: ReadonlyArray<number>) => Effect.Effect<number>
    readonly removeAll: (glossaryId: number) => Effect.Effect<number>
    /** Sets texts; an empty one is deleted. */
    readonly setTexts: (glossaryId: number, texts: ReadonlyArray<GlossaryTermTextRow>) => Effect.Effect<void>
    /** Deletes the texts of terms in all languages but this one. */
    readonly removeOtherTexts: (termIds: ReadonlyArray<number>, languageTag: string) => Effect.Effect<void>
  }
>()("@dragoman/store/glossary/GlossaryTermRepository") {
  static readonly layer = Layer.effect(
    GlossaryTermRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const matches = ({
        glossaryId,
        baseLanguageTag,
        search,
        languageTags
      }: GlossaryTermSearch): Statement.Fragment => {
        const ofGlossary = sql`t.glossary_id = ${glossaryId}`
        if (search === "") return ofGlossary
        const inLanguage =
          languageTags.length === 0
            ? sql`1 = 1`
            : sql`x.language_tag IN ${jsonTexts(sql, [...languageTags, baseLanguageTag])}`
        return sql`${ofGlossary} AND (${contains(sql, "COALESCE(t.description, '')", search)}
          OR t.id IN (SELECT x.term_id FROM glossary_term_translation x
            WHERE x.glossary_id = ${glossaryId} AND ${inLanguage} AND ${contains(sql, "x.text", search)}))`
      }

      return GlossaryTermRepository.of({
        find: Effect.fnUntraced(function* (glossaryId, termId) {
          return yield* term.first(sql`
            SELECT ${term.columns} FROM glossary_term t WHERE t.id = ${termId} AND t.glossary_id = ${glossaryId}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (request) {
          const condition = matches(request)
          const rows = yield* term.all(sql`
            SELECT ${term.columns} FROM glossary_term t
            LEFT JOIN glossary_term_translation b
              ON b.term_id = t.id AND b.language_tag = ${request.baseLanguageTag}
            WHERE ${condition} ${orderAndLimit(sql, orderExpressions, request)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM glossary_term t WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listIds: Effect.fnUntraced(function* (search) {
          const rows = yield* sql<{ id: number }>`
            SELECT t.id FROM glossary_term t WHERE ${matches(search)} ORDER BY t.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        listAfter: Effect.fnUntraced(function* (glossaryId, afterId, limit) {
          return yield* term.all(sql`
            SELECT ${term.columns} FROM glossary_term t
            WHERE t.glossary_id = ${glossaryId} AND t.id > ${afterId} ORDER BY t.id LIMIT ${limit}`)
        }, Effect.orDie),

        listByIds: Effect.fnUntraced(function* (termIds) {
          return yield* term.all(sql`
            SELECT ${term.columns} FROM glossary_term t WHERE t.id IN ${jsonIds(sql, termIds)} ORDER BY t.id`)
        }, Effect.orDie),

        listTexts: Effect.fnUntraced(function* (termIds, languageTags) {
          if (termIds.length === 0) return []
          const inLanguage = languageTags === null ? sql`1 = 1` : sql`x.language_tag IN ${jsonTexts(sql, languageTags)}`
          return yield* text.all(sql`
            SELECT ${text.columns} FROM glossary_term_translation x
            WHERE x.term_id IN ${jsonIds(sql, termIds)} AND ${inLanguage} ORDER BY x.term_id, x.language_tag`)
        }, Effect.orDie),

        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* term.all(sql`
            SELECT ${term.columns} FROM glossary_project a JOIN glossary_term t ON t.glossary_id = a.glossary_id
            WHERE a.project_id = ${projectId} ORDER BY t.glossary_id, t.id`)
        }, Effect.orDie),

        listTextsOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* text.all(sql`
            SELECT ${text.columns} FROM glossary_project a
            JOIN glossary_term_translation x ON x.glossary_id = a.glossary_id WHERE a.project_id = ${projectId}`)
        }, Effect.orDie),

        listLanguageTags: Effect.fnUntraced(function* (glossaryId) {
          const rows = yield* sql<{ languageTag: string }>`
            SELECT DISTINCT language_tag FROM glossary_term_translation WHERE glossary_id = ${glossaryId}
            ORDER BY language_tag`
          return rows.map(({ languageTag }) => languageTag)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (glossaryId, terms) {
          if (terms.length === 0) return []
          const rows = yield* sql<{ id: number }>`${glossaryTermTable.insert(sql, terms, { glossaryId })} RETURNING id`
          return rows.map(({ id }) => id).sort((a, b) => a - b)
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (terms) {
          if (terms.length > 0) yield* glossaryTermTable.update(sql, terms)
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (glossaryId, termIds) {
          const removed = yield* sql`
            DELETE FROM glossary_term WHERE glossary_id = ${glossaryId} AND id IN ${jsonIds(sql, termIds)} RETURNING id`
          return removed.length
        }, Effect.orDie),

        removeAll: Effect.fnUntraced(function* (glossaryId) {
          const removed = yield* sql`DELETE FROM glossary_term WHERE glossary_id = ${glossaryId} RETURNING id`
          return removed.length
        }, Effect.orDie),

        setTexts: Effect.fnUntraced(function* (glossaryId, texts) {
          const removed = texts.filter((row) => row.text === "")
          if (removed.length > 0) {
            const places = glossaryTermTranslationTable.values(
              sql,
              removed.map(({ termId, languageTag }) => ({ termId, languageTag }))
            )
            yield* sql`DELETE FROM glossary_term_translation WHERE (term_id, language_tag) IN (
              SELECT input.term_id, input.language_tag FROM ${places} input)`
          }
          const written = texts.filter((row) => row.text !== "")
          if (written.length > 0) {
            yield* glossaryTermTranslationTable.upsert(sql, ["termId", "languageTag"], written, { glossaryId })
          }
        }, Effect.orDie),

        removeOtherTexts: Effect.fnUntraced(function* (termIds, languageTag) {
          if (termIds.length === 0) return
          yield* sql`DELETE FROM glossary_term_translation
            WHERE term_id IN ${jsonIds(sql, termIds)} AND language_tag <> ${languageTag}`
        }, Effect.orDie)
      })
    })
  )
}
