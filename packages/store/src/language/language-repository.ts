import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, Flag, pick, type Selected, select, type ValuesOf } from "../database/table.ts"
import { lockImports } from "../import/import-conflicts.ts"
import { languageTable } from "../table/project-tables.ts"

const l = languageTable.as("l")

const contentColumns = pick(l, "name", "originalName", "tag", "flagEmoji")

export interface LanguageContent extends ValuesOf<typeof contentColumns> {}

const language = select({
  id: l.id,
  ...contentColumns,
  base: computed(Flag, "CASE WHEN l.id = p.base_language_id THEN 1 ELSE 0 END")
})

const languageOfProject = select({
  projectId: l.projectId,
  id: l.id,
  ...contentColumns,
  base: computed(Flag, "CASE WHEN l.id = p.base_language_id THEN 1 ELSE 0 END")
})

export interface LanguageRow extends Selected<typeof language> {}

const languageProject = select(pick(l, "id", "projectId"))
const takenNames = select(pick(l, "tag", "name"))
const insertedLanguage = select(pick(languageTable.as(), "id", "tag"))

export interface LanguageList extends RowPage<SortableProperty<"languages">> {
  readonly projectId: number
  /** Contained in the name or the tag. */
  readonly search: string
  readonly ids: ReadonlyArray<number> | null
  readonly exceptIds: ReadonlyArray<number>
}

/** Sort expressions of languages. */
const languageOrder: Readonly<Record<SortableProperty<"languages">, string>> = {
  id: "l.id",
  tag: "l.tag",
  name: "unicode_lower(l.name)",
  originalName: "unicode_lower(COALESCE(l.original_name, ''))",
  flagEmoji: "COALESCE(l.flag_emoji, '')",
  base: "CASE WHEN l.id = p.base_language_id THEN 1 ELSE 0 END"
}

/** Live languages of live projects. */
export class LanguageRepository extends Context.Service<
  LanguageRepository,
  {
    /** None also when the language belongs to another project. */
    readonly find: (projectId: number, id: number) => Effect.Effect<Option.Option<LanguageRow>>
    readonly list: (request: LanguageList) => Effect.Effect<PagedRows<LanguageRow>>
    /** All of a project: the base language first, then by tag. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<LanguageRow>>
    /** All of these projects: of each the base language first, then by name. One statement. */
    readonly listOfProjects: (
      projectIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<LanguageRow & { readonly projectId: number }>>
    /** Lists the existing ones of these languages, with their projects. */
    readonly listProjects: (
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly projectId: number }>>
    /** Says whether another language of the project has the tag (case-sensitive) or the name. */
    readonly findTaken: (
      projectId: number,
      content: LanguageContent,
      exceptId: number | null
    ) => Effect.Effect<{ readonly tag: boolean; readonly name: boolean }>
    /** The ids, in the order of the languages, whose tags differ. */
    readonly insert: (
      projectId: number,
      languages: ReadonlyArray<LanguageContent>,
      at: number
    ) => Effect.Effect<ReadonlyArray<number>>
    readonly update: (id: number, content: LanguageContent) => Effect.Effect<void>
    /** Marks the language deleted and takes it out of the imports that were paired with it. */
    readonly remove: (id: number, at: number) => Effect.Effect<void>
    /** Notes when texts in these languages changed; `lockRevisions` of the project comes before. */
    readonly setTextsChanged: (ids: ReadonlyArray<number>, at: number) => Effect.Effect<void>
  }
>()("@dragoman/store/language/LanguageRepository") {
  static readonly layer = Layer.effect(
    LanguageRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const source = sql.literal(`language l JOIN project p ON p.id = l.project_id`)
      return LanguageRepository.of({
        find: Effect.fnUntraced(function* (projectId, id) {
          return yield* language.first(sql`
            SELECT ${language.columns} FROM ${source}
            WHERE l.id = ${id} AND l.project_id = ${projectId} AND l.deleted_at IS NULL AND p.deleted_at IS NULL`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* (request) {
          const condition = sql.and([
            sql`l.project_id = ${request.projectId}`,
            sql`l.deleted_at IS NULL`,
            ...(request.search === ""
              ? []
              : [sql.or([contains(sql, "l.name", request.search), contains(sql, "l.tag", request.search)])]),
            ...(request.ids === null ? [] : [sql`l.id IN ${jsonIds(sql, request.ids)}`]),
            ...(request.exceptIds.length === 0 ? [] : [sql`l.id NOT IN ${jsonIds(sql, request.exceptIds)}`])
          ])
          const rows = yield* language.all(sql`
            SELECT ${language.columns} FROM ${source} WHERE ${condition}
            ${orderAndLimit(sql, languageOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* language.all(sql`
            SELECT ${language.columns} FROM ${source}
            WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL AND p.deleted_at IS NULL
            ORDER BY base DESC, l.tag, l.id`)
        }, Effect.orDie),

        listOfProjects: Effect.fnUntraced(function* (projectIds) {
          return yield* languageOfProject.all(sql`
            SELECT ${languageOfProject.columns} FROM ${source}
            WHERE l.project_id IN ${jsonIds(sql, projectIds)} AND l.deleted_at IS NULL AND p.deleted_at IS NULL
            ORDER BY base DESC, unicode_lower(l.name), l.id`)
        }, Effect.orDie),

        listProjects: Effect.fnUntraced(function* (ids) {
          return yield* languageProject.all(sql`
            SELECT ${languageProject.columns} FROM language l
            WHERE l.id IN ${jsonIds(sql, ids)} AND l.deleted_at IS NULL`)
        }, Effect.orDie),

        findTaken: Effect.fnUntraced(function* (projectId, content, exceptId) {
          const rows = yield* takenNames.all(sql`
            SELECT ${takenNames.columns} FROM language l
            WHERE l.project_id = ${projectId} AND l.deleted_at IS NULL AND l.id <> ${exceptId ?? 0}
              AND (l.tag = ${content.tag} OR l.name = ${content.name})`)
          return {
            tag: rows.some((row) => row.tag === content.tag),
            name: rows.some((row) => row.name === content.name)
          }
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (projectId, languages, at) {
          if (languages.length === 0) return []
          const content = languages.map(({ name, originalName, tag, flagEmoji }) => ({
            name,
            originalName,
            tag,
            flagEmoji
          }))
          const rows = yield* insertedLanguage.all(sql`
            ${languageTable.insert(sql, content, { projectId, createdAt: at })} RETURNING ${insertedLanguage.columns}`)
          const idByTag = new Map(rows.map((row) => [row.tag, row.id]))
          return languages.map(({ tag }) => idByTag.get(tag) ?? 0)
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (id, content) {
          const { name, originalName, tag, flagEmoji } = content
          yield* languageTable.update(sql, [{ id, name, originalName, tag, flagEmoji }])
        }, Effect.orDie),

        setTextsChanged: Effect.fnUntraced(function* (ids, at) {
          yield* sql`UPDATE language SET translations_updated_at = ${at} WHERE id IN ${jsonIds(sql, ids)}`
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (id, at) {
          yield* sql`UPDATE language SET deleted_at = ${at} WHERE id = ${id} AND deleted_at IS NULL`
          yield* lockImports(
            sql,
            sql`SELECT f.import_id FROM import_language l JOIN import_file f ON f.id = l.import_file_id
              WHERE l.existing_language_id = ${id}`
          )
          yield* sql`UPDATE import_language SET existing_language_id = NULL WHERE existing_language_id = ${id}`
        }, Effect.orDie)
      })
    })
  )
}
