import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type ContentPlace, isIn, isOf } from "../database/content-place.ts"
import { countUpTo } from "../database/count-up-to.ts"
import { jsonIds } from "../database/sql-fragments.ts"
import { type NewRowOf, pick, type Selected, select } from "../database/table.ts"
import { keyTable } from "../table/content-tables.ts"
import { projectTable } from "../table/project-tables.ts"
import { qualityIssueTable, qualitySettingTable, staleCheckTable } from "../table/quality-check-tables.ts"
import { checkedLanguagesSql } from "./checked-languages-sql.ts"

const setting = select(pick(qualitySettingTable.as(), "languageId", "severities", "isEnabled"))
const usage = select(pick(projectTable.as(), "usesQualityChecks"))
const checkedKey = select(pick(keyTable.as(), "id", "isPlural", "maxCharLimit"))
const staleProject = select(pick(staleCheckTable.as(), "projectId"))
const i = qualityIssueTable.as("i")
const issue = select(
  pick(
    i,
    "id",
    "translationId",
    "type",
    "message",
    "params",
    "replacement",
    "positionStart",
    "positionEnd",
    "pluralVariant",
    "identity",
    "state"
  )
)

export interface QualitySettingRow extends Selected<typeof setting> {}

export interface QualityIssueRow extends Selected<typeof issue> {}

/** The facts about a key that checks need. */
export interface CheckedKeyRow extends Selected<typeof checkedKey> {}

export interface NewQualityIssue extends Omit<NewRowOf<typeof qualityIssueTable>, "id" | "projectId"> {}

/** Results and settings of quality checks. Writes need the lock of the project. */
export class QualityCheckRepository extends Context.Service<
  QualityCheckRepository,
  {
    /** Finds out whether the project checks its texts. */
    readonly isUsed: (projectId: number) => Effect.Effect<boolean>
    readonly setUsed: (projectId: number, isUsed: boolean) => Effect.Effect<void>
    /** Lists the settings of the project and of its languages. */
    readonly listSettings: (projectId: number) => Effect.Effect<ReadonlyArray<QualitySettingRow>>
    /** Replaces the settings of the project (language null), or of a language. */
    readonly saveSetting: (projectId: number, setting: QualitySettingRow) => Effect.Effect<void>
    readonly removeSetting: (projectId: number, languageId: number) => Effect.Effect<void>
    readonly listKeys: (projectId: number, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<CheckedKeyRow>>
    /** Lists the issues of these translations by place in the text. */
    readonly listIssues: (translationIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<QualityIssueRow>>
    /** Lists the languages of a project whose texts are checked. */
    readonly listCheckedLanguages: (projectId: number) => Effect.Effect<ReadonlyArray<number>>
    /** Finds out whether one of the keys has a text in one of the languages. */
    readonly hasTexts: (
      projectId: number,
      keyIds: ReadonlyArray<number>,
      languageIds: ReadonlyArray<number>
    ) => Effect.Effect<boolean>
    /** Lists translations of live keys and languages, whose issues a message shows. */
    readonly listCheckedTexts: (
      projectId: number,
      translationIds: ReadonlyArray<number>
    ) => Effect.Effect<
      ReadonlyArray<{
        readonly id: number
        readonly keyId: number
        readonly languageId: number
        readonly languageTag: string
      }>
    >
    /** Counts the open issues of translations, and finds out which of them wait for checks; others are left out. */
    readonly countOfTranslations: (
      translationIds: ReadonlyArray<number>
    ) => Effect.Effect<
      ReadonlyArray<{ readonly translationId: number; readonly issues: number; readonly isStale: boolean }>
    >
    readonly findIssue: (translationId: number, id: number) => Effect.Effect<Option.Option<QualityIssueRow>>
    readonly removeIssues: (ids: ReadonlyArray<number>) => Effect.Effect<void>
    readonly insertIssues: (projectId: number, issues: ReadonlyArray<NewQualityIssue>) => Effect.Effect<void>
    readonly setIssueState: (id: number, state: QualityIssueRow["state"]) => Effect.Effect<void>
    /** Counts the open issues of live keys in a language by type. */
    readonly countOpen: (
      place: ContentPlace,
      languageId: number
    ) => Effect.Effect<ReadonlyArray<{ readonly type: string; readonly issues: number }>>
    /** Counts open issues and stale texts on the default branches of projects whose checks are on, without keys in the trash and deleted languages. */
    readonly countOfProjects: (
      projectIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly projectId: number; readonly issues: number; readonly stale: number }>>
    /** Counts open issues and stale texts of the languages of a project that are checked, without keys in the trash. */
    readonly countOfLanguages: (
      place: ContentPlace
    ) => Effect.Effect<ReadonlyArray<{ readonly languageId: number; readonly issues: number; readonly stale: number }>>
    /** Marks the texts of a language as stale; null: those of all languages. */
    readonly markStale: (projectId: number, languageId: number | null) => Effect.Effect<void>
    readonly markTextsStale: (projectId: number, translationIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly removeStale: (translationIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Counts the stale texts of all projects. */
    readonly countAllStale: Effect.Effect<number>
    /** Finds the first project with stale texts after one. */
    readonly findStaleProject: (afterProjectId: number) => Effect.Effect<Option.Option<number>>
    /** Lists stale texts of a project after one, by id. */
    readonly listStale: (
      projectId: number,
      afterId: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly keyId: number; readonly languageId: number }>>
    readonly removeStaleOfProject: (projectId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/quality-check/QualityCheckRepository") {
  static readonly layer = Layer.effect(
    QualityCheckRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ofLanguage = (languageId: number | null) =>
        languageId === null ? sql`language_id IS NULL` : sql`language_id = ${languageId}`
      return QualityCheckRepository.of({
        isUsed: Effect.fnUntraced(function* (projectId) {
          const found = yield* usage.first(sql`SELECT ${usage.columns} FROM project WHERE id = ${projectId}`)
          return Option.isSome(found) && found.value.usesQualityChecks
        }, Effect.orDie),

        setUsed: Effect.fnUntraced(function* (projectId, usesQualityChecks) {
          yield* projectTable.update(sql, [{ id: projectId, usesQualityChecks }])
        }, Effect.orDie),

        listSettings: Effect.fnUntraced(function* (projectId) {
          return yield* setting.all(sql`
            SELECT ${setting.columns} FROM quality_setting WHERE project_id = ${projectId} ORDER BY id`)
        }, Effect.orDie),

        saveSetting: Effect.fnUntraced(function* (projectId, row) {
          yield* sql`DELETE FROM quality_setting WHERE project_id = ${projectId} AND ${ofLanguage(row.languageId)}`
          yield* qualitySettingTable.insert(sql, [{ ...row, projectId }])
        }, Effect.orDie),

        removeSetting: Effect.fnUntraced(function* (projectId, languageId) {
          yield* sql`DELETE FROM quality_setting WHERE project_id = ${projectId} AND language_id = ${languageId}`
        }, Effect.orDie),

        listKeys: Effect.fnUntraced(function* (projectId, ids) {
          return yield* checkedKey.all(
            sql`SELECT ${checkedKey.columns} FROM translation_key
              WHERE id IN ${jsonIds(sql, ids)} AND ${isOf(sql, projectId, "translation_key")}`
          )
        }, Effect.orDie),

        listIssues: Effect.fnUntraced(function* (translationIds) {
          if (translationIds.length === 0) return []
          return yield* issue.all(sql`
            SELECT ${issue.columns} FROM quality_issue i WHERE i.translation_id IN ${jsonIds(sql, translationIds)}
            ORDER BY i.translation_id, COALESCE(i.position_start, -1), i.id`)
        }, Effect.orDie),

        listCheckedLanguages: Effect.fnUntraced(function* (projectId) {
          const rows = yield* sql<{ id: number }>`${checkedLanguagesSql(sql, projectId)}`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        hasTexts: Effect.fnUntraced(function* (projectId, keyIds, languageIds) {
          const found = yield* sql`
            SELECT 1 FROM translation t WHERE t.key_id IN ${jsonIds(sql, keyIds)} AND ${isOf(sql, projectId, "t")}
              AND t.language_id IN ${jsonIds(sql, languageIds)} AND t.text IS NOT NULL LIMIT 1`
          return found.length > 0
        }, Effect.orDie),

        listCheckedTexts: Effect.fnUntraced(function* (projectId, translationIds) {
          return yield* sql<{ id: number; keyId: number; languageId: number; languageTag: string }>`
            SELECT t.id, t.key_id, t.language_id, l.tag AS language_tag FROM translation t
            JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id AND k.deleted_at IS NULL
            JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE t.id IN ${jsonIds(sql, translationIds)} AND ${isOf(sql, projectId, "t")} ORDER BY t.id`
        }, Effect.orDie),

        countOfTranslations: Effect.fnUntraced(function* (translationIds) {
          if (translationIds.length === 0) return []
          const ids = jsonIds(sql, translationIds)
          const rows = yield* sql<{ translationId: number; issues: number; stale: number }>`
            SELECT found.translation_id, CAST(sum(found.issue) AS INTEGER) AS issues,
              CAST(sum(found.stale) AS INTEGER) AS stale
            FROM (
              SELECT i.translation_id, 1 AS issue, 0 AS stale FROM quality_issue i
              WHERE i.translation_id IN ${ids} AND i.state = 'OPEN'
              UNION ALL
              SELECT s.translation_id, 0, 1 FROM stale_check s WHERE s.translation_id IN ${ids}
            ) found GROUP BY found.translation_id`
          return rows.map(({ translationId, issues, stale }) => ({ translationId, issues, isStale: stale > 0 }))
        }, Effect.orDie),

        findIssue: Effect.fnUntraced(function* (translationId, id) {
          return yield* issue.first(sql`
            SELECT ${issue.columns} FROM quality_issue i WHERE i.translation_id = ${translationId} AND i.id = ${id}`)
        }, Effect.orDie),

        removeIssues: Effect.fnUntraced(function* (ids) {
          if (ids.length > 0) yield* sql`DELETE FROM quality_issue WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        insertIssues: Effect.fnUntraced(function* (projectId, issues) {
          if (issues.length > 0) yield* qualityIssueTable.insert(sql, issues, { projectId })
        }, Effect.orDie),

        setIssueState: Effect.fnUntraced(function* (id, state) {
          yield* sql`UPDATE quality_issue SET state = ${state} WHERE id = ${id}`
        }, Effect.orDie),

        countOpen: Effect.fnUntraced(function* (place, languageId) {
          return yield* sql<{ type: string; issues: number }>`
            SELECT i.type, CAST(count(*) AS INTEGER) AS issues FROM quality_issue i
            JOIN translation t ON t.id = i.translation_id AND t.project_id = i.project_id AND t.language_id = ${languageId}
            JOIN translation_key k ON k.id = t.key_id AND ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
            WHERE i.project_id = ${place.projectId} AND i.state = 'OPEN' GROUP BY i.type ORDER BY i.type`
        }, Effect.orDie),

        countOfProjects: Effect.fnUntraced(function* (projectIds) {
          const live = sql.literal(`
            JOIN translation t ON t.id = x.translation_id AND t.project_id = x.project_id
            JOIN translation_key k ON k.id = t.key_id AND k.project_id = t.project_id AND k.branch_id IS NULL AND k.deleted_at IS NULL
            JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
            WHERE x.project_id = p.id`)
          return yield* sql<{ projectId: number; issues: number; stale: number }>`
            SELECT p.id AS project_id,
              CAST((SELECT count(*) FROM quality_issue x ${live} AND x.state = 'OPEN') AS INTEGER) AS issues,
              CAST((SELECT count(*) FROM stale_check x ${live}) AS INTEGER) AS stale
            FROM project p WHERE p.id IN ${jsonIds(sql, projectIds)} AND p.uses_quality_checks = 1`
        }, Effect.orDie),

        countOfLanguages: Effect.fnUntraced(function* (place) {
          const { projectId } = place
          return yield* sql<{ languageId: number; issues: number; stale: number }>`
            SELECT t.language_id, CAST(sum(x.issue) AS INTEGER) AS issues, CAST(sum(x.stale) AS INTEGER) AS stale
            FROM (
              SELECT i.translation_id, 1 AS issue, 0 AS stale FROM quality_issue i
              WHERE i.project_id = ${projectId} AND i.state = 'OPEN'
              UNION ALL
              SELECT w.translation_id, 0, 1 FROM stale_check w WHERE w.project_id = ${projectId}
            ) x
            JOIN translation t ON t.id = x.translation_id AND ${isOf(sql, projectId, "t")}
            JOIN translation_key k ON k.id = t.key_id AND ${isIn(sql, place, "k")} AND k.deleted_at IS NULL
            WHERE t.language_id IN (${checkedLanguagesSql(sql, projectId)}) GROUP BY t.language_id`
        }, Effect.orDie),

        markStale: Effect.fnUntraced(function* (projectId, languageId) {
          yield* sql`
            INSERT INTO stale_check (translation_id, project_id)
            SELECT t.id, l.project_id FROM translation t
            JOIN language l ON l.id = t.language_id AND l.project_id = t.project_id AND l.deleted_at IS NULL
            WHERE l.project_id = ${projectId} AND ${languageId === null ? sql`true` : sql`l.id = ${languageId}`}
            ON CONFLICT (translation_id) DO NOTHING`
        }, Effect.orDie),

        markTextsStale: Effect.fnUntraced(function* (projectId, translationIds) {
          if (translationIds.length === 0) return
          yield* sql`
            INSERT INTO stale_check (translation_id, project_id)
            SELECT t.id, t.project_id FROM translation t
            WHERE t.id IN ${jsonIds(sql, translationIds)} AND ${isOf(sql, projectId, "t")}
            ON CONFLICT (translation_id) DO NOTHING`
        }, Effect.orDie),

        removeStale: Effect.fnUntraced(function* (translationIds) {
          yield* sql`DELETE FROM stale_check WHERE translation_id IN ${jsonIds(sql, translationIds)}`
        }, Effect.orDie),

        countAllStale: Effect.orDie(countUpTo(sql, "stale_check")),
        findStaleProject: Effect.fnUntraced(function* (afterProjectId) {
          const found = yield* staleProject.first(sql`
            SELECT ${staleProject.columns} FROM stale_check WHERE project_id > ${afterProjectId}
            ORDER BY project_id LIMIT 1`)
          return Option.map(found, ({ projectId }) => projectId)
        }, Effect.orDie),

        listStale: Effect.fnUntraced(function* (projectId, afterId, limit) {
          return yield* sql<{ id: number; keyId: number; languageId: number }>`
            SELECT t.id, t.key_id, t.language_id FROM stale_check s JOIN translation t ON t.id = s.translation_id
              AND t.project_id = s.project_id
            WHERE s.project_id = ${projectId} AND s.translation_id > ${afterId} ORDER BY s.translation_id LIMIT ${limit}`
        }, Effect.orDie),

        removeStaleOfProject: Effect.fnUntraced(function* (projectId) {
          yield* sql`DELETE FROM stale_check WHERE project_id = ${projectId}`
        }, Effect.orDie)
      })
    })
  )
}
