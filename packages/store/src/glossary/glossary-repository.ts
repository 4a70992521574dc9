import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { computed, pick, type Selected, select } from "../database/table.ts"
import { seesProject } from "../project/project-visibility.ts"
import { glossaryProjectTable, glossaryTable } from "../table/glossary-tables.ts"
import { projectTable } from "../table/project-tables.ts"

const glossary = select(pick(glossaryTable.as("g"), "id", "organizationId", "name", "baseLanguageTag", "version"))

export interface GlossaryRow extends Selected<typeof glossary> {}

const projectOfGlossary = select({
  glossaryId: computed(Schema.Number, "a.glossary_id"),
  ...pick(projectTable.as("p"), "id", "name", "description", "slug", "avatarHash")
})

export interface ProjectOfGlossaryRow extends Selected<typeof projectOfGlossary> {}

export interface GlossaryContent {
  readonly name: string
  readonly baseLanguageTag: string
}

/** A reader who sees glossaries of visible projects only; null: one who sees all of the organization. */
export type GlossaryViewer = number | null

const orderExpressions = { id: "g.id", name: "unicode_lower(g.name)" }

/** Glossaries of organizations, and the projects that use them. */
export class GlossaryRepository extends Context.Service<
  GlossaryRepository,
  {
    readonly find: (
      organizationId: number,
      glossaryId: number,
      viewer: GlossaryViewer
    ) => Effect.Effect<Option.Option<GlossaryRow>>
    readonly list: (
      request: {
        readonly organizationId: number
        readonly viewer: GlossaryViewer
        readonly search: string
      } & RowPage<"id" | "name">
    ) => Effect.Effect<PagedRows<GlossaryRow>>
    /** Lists the glossaries that a project uses, the oldest first. */
    readonly listOfProject: (projectId: number) => Effect.Effect<ReadonlyArray<GlossaryRow>>
    /** Lists the live projects that use the glossaries, by name. */
    readonly listProjects: (
      glossaryIds: ReadonlyArray<number>,
      viewer: GlossaryViewer
    ) => Effect.Effect<ReadonlyArray<ProjectOfGlossaryRow>>
    /** Lists the languages of the projects that use a glossary; of all projects of the organization if none does. */
    readonly listProjectLanguageTags: (
      organizationId: number,
      glossaryId: number,
      viewer: GlossaryViewer
    ) => Effect.Effect<ReadonlyArray<string>>
    /** Returns those of the projects that are live and belong to the organization. */
    readonly filterAssignable: (
      organizationId: number,
      projectIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<number>>
    readonly insert: (organizationId: number, content: GlossaryContent, at: number) => Effect.Effect<number>
    /** Replaces name and base language. Terms that are not translated keep their text, in the new base language. */
    readonly update: (glossaryId: number, content: GlossaryContent) => Effect.Effect<void>
    /** Deletes a glossary with its terms. */
    readonly remove: (glossaryId: number) => Effect.Effect<void>
    /** Marks terms as changed: term indexes are built again, and texts of its projects are checked. */
    readonly raiseVersion: (glossaryId: number) => Effect.Effect<void>
    readonly assign: (glossaryId: number, projectIds: ReadonlyArray<number>) => Effect.Effect<void>
    readonly unassign: (glossaryId: number, projectIds: ReadonlyArray<number>) => Effect.Effect<void>
    /** Finds the live project with the smallest id above this one whose texts do not know its glossaries of now. */
    readonly findUncheckedProject: (afterProjectId: number) => Effect.Effect<Option.Option<number>>
    /** Says that the texts of the project are marked for a check by its glossaries of now. */
    readonly setChecked: (projectId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/glossary/GlossaryRepository") {
  static readonly layer = Layer.effect(
    GlossaryRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isSeen = (viewer: GlossaryViewer) =>
        viewer === null
          ? sql`1 = 1`
          : sql`EXISTS (SELECT 1 FROM glossary_project used
              WHERE used.glossary_id = g.id AND ${sql.literal(seesProject(String(viewer), "used.project_id"))})`
      return GlossaryRepository.of({
        find: Effect.fnUntraced(function* (organizationId, glossaryId, viewer) {
          return yield* glossary.first(sql`
            SELECT ${glossary.columns} FROM glossary g
            WHERE g.id = ${glossaryId} AND g.organization_id = ${organizationId} AND ${isSeen(viewer)}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ organizationId, viewer, search, ...page }) {
          const condition = sql.and([
            sql`g.organization_id = ${organizationId}`,
            isSeen(viewer),
            ...(search === "" ? [] : [contains(sql, "g.name", search)])
          ])
          const rows = yield* glossary.all(sql`
            SELECT ${glossary.columns} FROM glossary g WHERE ${condition} ${orderAndLimit(sql, orderExpressions, page)}`)
          const [counted] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM glossary g WHERE ${condition}`
          return { rows, total: counted?.total ?? 0 }
        }, Effect.orDie),

        listOfProject: Effect.fnUntraced(function* (projectId) {
          return yield* glossary.all(sql`
            SELECT ${glossary.columns} FROM glossary_project a JOIN glossary g ON g.id = a.glossary_id
            WHERE a.project_id = ${projectId} ORDER BY g.id`)
        }, Effect.orDie),

        listProjects: Effect.fnUntraced(function* (glossaryIds, viewer) {
          if (glossaryIds.length === 0) return []
          const seen = viewer === null ? sql`1 = 1` : sql.literal(seesProject(String(viewer), "p.id"))
          return yield* projectOfGlossary.all(sql`
            SELECT ${projectOfGlossary.columns} FROM glossary_project a
            JOIN project p ON p.id = a.project_id AND p.deleted_at IS NULL
            WHERE a.glossary_id IN ${jsonIds(sql, glossaryIds)} AND ${seen} ORDER BY unicode_lower(p.name), p.id`)
        }, Effect.orDie),

        listProjectLanguageTags: Effect.fnUntraced(function* (organizationId, glossaryId, viewer) {
          const seen = viewer === null ? sql`1 = 1` : sql.literal(seesProject(String(viewer), "p.id"))
          const rows = yield* sql<{ tag: string }>`
            SELECT DISTINCT l.tag FROM project p JOIN language l ON l.project_id = p.id AND l.deleted_at IS NULL
            WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL AND ${seen} AND (
              EXISTS (SELECT 1 FROM glossary_project a WHERE a.project_id = p.id AND a.glossary_id = ${glossaryId})
              OR NOT EXISTS (SELECT 1 FROM glossary_project a WHERE a.glossary_id = ${glossaryId}))
            ORDER BY l.tag`
          return rows.map(({ tag }) => tag)
        }, Effect.orDie),

        filterAssignable: Effect.fnUntraced(function* (organizationId, projectIds) {
          const rows = yield* sql<{ id: number }>`
            SELECT p.id FROM project p WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL
              AND p.id IN ${jsonIds(sql, projectIds)} ORDER BY p.id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* (organizationId, content, createdAt) {
          const [row] = yield* sql<{ id: number }>`
            ${glossaryTable.insert(sql, [{ ...content, organizationId, version: 0, createdAt }])} RETURNING id`
          return row?.id ?? 0
        }, Effect.orDie),

        update: Effect.fnUntraced(function* (id, { name, baseLanguageTag }) {
          yield* sql`
            UPDATE glossary_term_translation SET language_tag = ${baseLanguageTag}
            WHERE glossary_id = ${id} AND language_tag <> ${baseLanguageTag}
              AND term_id IN (SELECT t.id FROM glossary_term t WHERE t.glossary_id = ${id} AND t.is_non_translatable = 1)`
          yield* glossaryTable.update(sql, [{ id, name, baseLanguageTag }])
        }, Effect.orDie),

        remove: Effect.fnUntraced(function* (glossaryId) {
          yield* sql`DELETE FROM glossary WHERE id = ${glossaryId}`
        }, Effect.orDie),

        raiseVersion: Effect.fnUntraced(function* (glossaryId) {
          yield* sql`UPDATE glossary SET version = version + 1 WHERE id = ${glossaryId}`
        }, Effect.orDie),

        assign: Effect.fnUntraced(function* (glossaryId, projectIds) {
          if (projectIds.length === 0) return
          const rows = projectIds.map((projectId) => ({ projectId }))
          yield* sql`${glossaryProjectTable.insert(sql, rows, { glossaryId })}
            ON CONFLICT (project_id, glossary_id) DO NOTHING`
        }, Effect.orDie),

        unassign: Effect.fnUntraced(function* (glossaryId, projectIds) {
          if (projectIds.length === 0) return
          yield* sql`DELETE FROM glossary_project WHERE glossary_id = ${glossaryId}
            AND project_id IN ${jsonIds(sql, projectIds)}`
        }, Effect.orDie),

        findUncheckedProject: Effect.fnUntraced(function* (afterProjectId) {
          const [row] = yield* sql<{ projectId: number }>`
            SELECT a.project_id FROM glossary_project a JOIN glossary g ON g.id = a.glossary_id
            JOIN project p ON p.id = a.project_id AND p.deleted_at IS NULL
            WHERE a.checked_version IS DISTINCT FROM g.version AND a.project_id > ${afterProjectId}
            ORDER BY a.project_id LIMIT 1`
          return Option.map(Option.fromNullishOr(row), ({ projectId }) => projectId)
        }, Effect.orDie),

        setChecked: Effect.fnUntraced(function* (projectId) {
          yield* sql`
            UPDATE glossary_project SET checked_version = (
              SELECT g.version FROM glossary g WHERE g.id = glossary_project.glossary_id)
            WHERE project_id = ${projectId}`
        }, Effect.orDie)
      })
    })
  )
}
