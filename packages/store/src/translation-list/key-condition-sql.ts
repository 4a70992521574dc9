import type { KeyCondition, TextPattern, TranslationCondition } from "@dragoman/domain/translation-list"
import type { SqlClient, Statement } from "effect/sql"
import { type ContentPlace, isNamedIn, isOf } from "../database/content-place.ts"
import { containsInOrder, jsonIds, jsonTexts } from "../database/sql-fragments.ts"
import { checkedLanguagesSql } from "../quality-check/checked-languages-sql.ts"

type Fragment = Statement.Fragment

/** For up to so many languages the rows of a key are looked up one by one; for more, all rows of the key are read. */
const languagesLookedUpMax = 3

export interface ConditionContext {
  readonly place: ContentPlace
  /** Keys in the trash are listed, not the live ones. */
  readonly trashed: boolean
  /** Selected ones: where texts are looked for. */
  readonly languageIds: ReadonlyArray<number>
  /**
   * Texts are looked through in the order of the table, or key by key. The first is three times as fast for each text, but
   * sees those of all projects.
   */
  readonly readsWholeTable: boolean
}

/** Tables: `translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id`. */
export const keyConditionSql = (
  sql: SqlClient.SqlClient,
  context: ConditionContext,
  condition: KeyCondition
): Fragment => {
  switch (condition.kind) {
    case "nothing":
      return sql`1 = 0`
    case "search": {
      const pattern = ["", condition.text, ""]
      return sql.or([
        containsInOrder(sql, "k.name", pattern),
        containsInOrder(sql, "k.description", pattern),
        containsInOrder(sql, "n.name", pattern),
        hasMatchingText(sql, context, context.languageIds, pattern)
      ])
    }
    case "name":
      return named(sql, context, condition.names)
    case "id":
      return sql`k.id IN ${jsonIds(sql, condition.ids)}`
    case "namespace": {
      // No namespace has an empty name.
      const isOneOf = sql`COALESCE(n.name, '') IN ${jsonTexts(sql, condition.names)}`
      return condition.isOneOf ? isOneOf : sql`NOT ${isOneOf}`
    }
    case "tag":
      return tagCondition(sql, context.place.projectId, condition.names, condition.hasAny)
    case "description":
      return condition.exists ? sql`k.description <> ''` : sql`COALESCE(k.description, '') = ''`
    case "screenshot": {
      const exists = sql`EXISTS (SELECT 1 FROM screenshot_reference sr WHERE sr.key_id = k.id)`
      return condition.exists ? exists : sql`NOT ${exists}`
    }
    case "anyText":
      return condition.exists ? hasAnyText(sql, context) : lacksAnyText(sql, context)
    case "revision": {
      const revisions = sql`(
        SELECT COALESCE(entities_of, id) FROM activity_revision WHERE id IN ${jsonIds(sql, condition.ids)})`
      return sql`k.id IN (
        SELECT entity_id FROM activity_modified_entity
        WHERE revision_id IN ${revisions} AND entity_class = 'Key'
        UNION
        SELECT entity_id FROM activity_described_entity
        WHERE revision_id IN ${revisions} AND entity_class = 'Key'
      )`
    }
    case "failedInJob":
      return sql`k.id IN (
        SELECT CAST(listed.value AS BIGINT) FROM batch_job_piece p, ${listed(sql)} WHERE p.job_id = ${condition.jobId})`
    case "pattern": {
      const column = { name: "k.name", description: "k.description", namespace: "n.name" }[condition.field]
      const matches = containsInOrder(sql, column, condition.pattern)
      return condition.matches ? matches : sql`(${sql.literal(column)} IS NULL OR NOT ${matches})`
    }
    case "textPattern": {
      const matches = hasMatchingText(sql, context, condition.languageIds, condition.pattern)
      return condition.matches ? matches : sql`NOT ${matches}`
    }
    case "task": {
      const isDone = { true: "AND i.done_at IS NOT NULL", false: "AND i.done_at IS NULL", null: "" }
      return sql`k.id IN (
        SELECT i.key_id FROM task w JOIN language l ON l.id = w.language_id AND l.deleted_at IS NULL
        JOIN task_key i ON i.task_id = w.id ${sql.literal(isDone[`${condition.isDone}`])}
        WHERE w.project_id = ${context.place.projectId} AND w.number IN ${jsonIds(sql, condition.numbers)})`
    }
    case "deletedBy":
      return sql`k.deleted_by IN ${jsonIds(sql, condition.userIds)}`
    case "createdBy":
      return sql`k.id IN (
        SELECT m.entity_id FROM activity_revision r
        JOIN activity_modified_entity m ON m.revision_id = r.id AND m.entity_class = 'Key' AND m.kind = 'ADD'
        WHERE r.project_id = ${context.place.projectId} AND r.author_id IN ${jsonIds(sql, condition.userIds)})`
    case "created":
      return sql.and(inSpan(sql, "k.created_at", condition))
    case "edited": {
      const { userIds } = condition
      // Quotes in values are escaped: only a property is printed like this. A new base text also changes flags of other texts.
      return sql`k.id IN (
        SELECT t.key_id FROM activity_revision r
        JOIN activity_modified_entity m ON m.revision_id = r.id AND m.entity_class = 'Translation'
          AND m.modifications LIKE '%"text":%'
        JOIN translation t ON t.id = m.entity_id AND ${isOf(sql, context.place.projectId, "t")}
          AND ${inLanguages(sql, context.languageIds)}
        WHERE ${sql.and([
          sql`r.project_id = ${context.place.projectId}`,
          ...(userIds === null ? [] : [sql`r.author_id IN ${jsonIds(sql, userIds)}`]),
          ...inSpan(sql, "r.created_at", condition)
        ])})`
    }
    case "anyOf":
      return anyOf(sql, context.place.projectId, condition.translations)
  }
}

const inSpan = (
  sql: SqlClient.SqlClient,
  column: string,
  { after, before }: { readonly after: number | null; readonly before: number | null }
): ReadonlyArray<Fragment> => [
  ...(after === null ? [] : [sql`${sql.literal(column)} >= ${after}`]),
  ...(before === null ? [] : [sql`${sql.literal(column)} < ${before}`])
]

/**
 * Live keys are looked up in the index of names: editors ask for one key of a hundred thousand. Ids of namespaces are
 * an expression, like those in the index: SQLite would compare a column by other rules, and not use it.
 */
const named = (
  sql: SqlClient.SqlClient,
  { place, trashed }: ConditionContext,
  names: ReadonlyArray<string>
): Fragment =>
  trashed
    ? sql`k.name IN ${jsonTexts(sql, names)}`
    : sql`k.id IN (
        SELECT named.id FROM translation_key named
        WHERE ${isNamedIn(sql, place, "named")} AND named.deleted_at IS NULL AND named.name IN ${jsonTexts(sql, names)}
          AND COALESCE(named.namespace_id, 0) IN (
            SELECT 0 UNION ALL SELECT COALESCE(id, 0) FROM namespace WHERE project_id = ${place.projectId}))`

/** The ids that a piece of a batch job holds, of which something is left to be done. */
const listed = (sql: SqlClient.SqlClient): Fragment =>
  sql.literal(
    sql.onDialectOrElse({
      pg: () => "json_array_elements_text(CAST(p.key_ids AS JSON)) AS listed(value)",
      orElse: () => "json_each(p.key_ids) AS listed"
    })
  )

/** The plus keeps SQLite from looking up the rows of a key language by language. */
const inLanguages = (sql: SqlClient.SqlClient, languageIds: ReadonlyArray<number>): Fragment =>
  languageIds.length === 0
    ? sql`1 = 0`
    : languageIds.length <= languagesLookedUpMax
      ? sql.in("t.language_id", languageIds)
      : sql`+t.language_id IN ${sql.in(languageIds)}`

const hasMatchingText = (
  sql: SqlClient.SqlClient,
  { readsWholeTable, place: { projectId } }: ConditionContext,
  languageIds: ReadonlyArray<number>,
  pattern: TextPattern
): Fragment => {
  if (languageIds.length === 0) return sql`1 = 0`
  const matches = containsInOrder(sql, "t.text", pattern)
  return readsWholeTable
    ? sql`k.id IN (
        SELECT t.key_id FROM translation t
        WHERE ${matches} AND ${isOf(sql, projectId, "t")} AND +t.language_id IN ${sql.in(languageIds)})`
    : sql`EXISTS (
        SELECT 1 FROM translation t
        WHERE t.key_id = k.id AND ${isOf(sql, projectId, "t")} AND ${matches} AND ${inLanguages(sql, languageIds)})`
}

const tagCondition = (
  sql: SqlClient.SqlClient,
  projectId: number,
  names: ReadonlyArray<string>,
  hasAny: boolean
): Fragment => {
  const tagged = sql`k.id IN (
    SELECT kt.key_id FROM tag g JOIN key_tag kt ON kt.tag_id = g.id
    WHERE g.project_id = ${projectId} AND g.name IN ${jsonTexts(sql, names)})`
  const isUntagged = sql`NOT EXISTS (SELECT 1 FROM key_tag kt WHERE kt.key_id = k.id)`
  const hasOne = names.includes("") ? sql`(${tagged} OR ${isUntagged})` : tagged
  return hasAny ? hasOne : sql`NOT ${hasOne}`
}

/** The project and the languages that a condition is about. */
type TextContext = Pick<ConditionContext, "place" | "languageIds">

const hasAnyText = (sql: SqlClient.SqlClient, { place, languageIds }: TextContext): Fragment => sql`EXISTS (
  SELECT 1 FROM translation t
  WHERE t.key_id = k.id AND ${isOf(sql, place.projectId, "t")} AND t.text IS NOT NULL AND ${inLanguages(sql, languageIds)})`

// Both halves are answered by indexes: rows without a text are few, and rows are counted without being read.
const lacksAnyText = (sql: SqlClient.SqlClient, { place, languageIds }: TextContext): Fragment => sql`(
  k.id IN (
    SELECT t.key_id FROM translation t
    WHERE t.text IS NULL AND ${isOf(sql, place.projectId, "t")} AND ${sql.in("t.language_id", languageIds)})
  OR ${lacksAnyRow(sql, place.projectId, languageIds)})`

/** SQLite counts in the index: it does not look at the project, for which it would read each row. */
const lacksAnyRow = (sql: SqlClient.SqlClient, projectId: number, languageIds: ReadonlyArray<number>): Fragment =>
  sql`(SELECT count(*) FROM translation t
    WHERE t.key_id = k.id ${sql.onDialectOrElse({ pg: () => sql`AND t.project_id = ${projectId}`, orElse: () => sql`` })}
      AND ${inLanguages(sql, languageIds)})
    < ${languageIds.length}`

const anyOf = (
  sql: SqlClient.SqlClient,
  projectId: number,
  translations: ReadonlyArray<TranslationCondition>
): Fragment => {
  if (translations.length === 0) return sql`1 = 0`
  // The same condition on ten languages is compared once for each row, not ten times.
  const suggestions = translations.filter((condition) => condition.kind === "suggestion")
  const ofText = translations.filter((condition) => condition.kind !== "suggestion")
  const languagesByCondition = Map.groupBy(ofText, ({ languageId, ...condition }) => JSON.stringify(condition))
  const ofRows = [...languagesByCondition.values()].flatMap((same) =>
    same[0] === undefined ? [] : [sql`(${rowSql(sql, projectId, same[0])} AND ${inLanguages(sql, languagesOf(same))})`]
  )
  const absentIn = languagesOf(ofText.filter(isFulfilledByAbsence))
  return sql.or([
    ...(ofText.length === 0
      ? []
      : [
          sql`EXISTS (
      SELECT 1 FROM translation t
      WHERE t.key_id = k.id AND ${isOf(sql, projectId, "t")}
        AND ${inLanguages(sql, languagesOf(ofText))} AND ${sql.or(ofRows)})`
        ]),
    ...(absentIn.length === 0 ? [] : [lacksAnyRow(sql, projectId, absentIn)]),
    // Beside the rows of translations: a key without one can have suggestions.
    ...suggestions.map(({ languageId, exists }) => {
      const isSuggested = sql`k.id IN (
        SELECT s.key_id FROM translation_suggestion s WHERE s.language_id = ${languageId} AND s.state = 'ACTIVE')`
      return exists ? isSuggested : sql`NOT ${isSuggested}`
    })
  ])
}

const languagesOf = (translations: ReadonlyArray<TranslationCondition>): ReadonlyArray<number> => [
  ...new Set(translations.map(({ languageId }) => languageId))
]

/** A condition about the row of a translation. */
type RowCondition = Exclude<TranslationCondition, { readonly kind: "suggestion" }>

const rowSql = (sql: SqlClient.SqlClient, projectId: number, condition: RowCondition): Fragment => {
  switch (condition.kind) {
    case "state":
      return sql`t.state = ${condition.state}`
    case "text":
      return condition.exists ? sql`t.text IS NOT NULL` : sql`t.text IS NULL`
    case "auto":
      return sql`t.is_auto = 1`
    case "qualityBelow":
      return sql`(t.is_auto = 1 AND t.quality_score < ${condition.score})`
    case "outdated":
      return sql`t.is_outdated = ${condition.isOutdated ? 1 : 0}`
    case "comment":
      return sql`EXISTS (
        SELECT 1 FROM translation_comment c WHERE c.translation_id = t.id
          ${condition.isUnresolved ? sql`AND c.state = 'NEEDS_RESOLUTION'` : sql``})`
    case "qualityIssue":
      return sql`(t.language_id IN (${checkedLanguagesSql(sql, projectId)}) AND t.id IN (
        SELECT i.translation_id FROM quality_issue i WHERE i.project_id = ${projectId} AND i.state = 'OPEN'
          ${condition.type === null ? sql`` : sql`AND i.type = ${condition.type}`}))`
    case "label":
      return sql`t.id IN (
        SELECT tl.translation_id FROM translation_label tl
        WHERE tl.label_id = ${condition.labelId} AND tl.project_id = ${projectId})`
    case "staleChecks":
      return sql`(t.language_id IN (${checkedLanguagesSql(sql, projectId)}) AND t.id IN (
        SELECT s.translation_id FROM stale_check s WHERE s.project_id = ${projectId}))`
  }
}

const isFulfilledByAbsence = (condition: TranslationCondition): boolean =>
  (condition.kind === "state" && condition.state === "UNTRANSLATED") || (condition.kind === "text" && !condition.exists)
