import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { acquireProjectMutex, acquireRevisionOrder, acquireShared, forUpdate, projectLock } from "../database/locks.ts"
import { contains } from "../database/sql-fragments.ts"
import { pick, type RowOf, type Selected, select } from "../database/table.ts"
import { memoryTable } from "../table/memory-tables.ts"
import type { organizationTable } from "../table/organization-tables.ts"
import { type namespaceTable, projectTable } from "../table/project-tables.ts"
import { ownerColumns, type ProjectRow, projectColumns, toProjectOwner, toProjectRow } from "./project-row.ts"

const projectWithOwner = select({ ...projectColumns, ...ownerColumns })

const projectContent = select(
  pick(
    projectTable.as(),
    "name",
    "slug",
    "description",
    "baseLanguageId",
    "useNamespaces",
    "defaultNamespaceId",
    "icuPlaceholders",
    "translationProtection",
    "suggestionsMode",
    "rejectsBrokenIcu",
    "marksTaskKeysDone",
    "useBranching"
  )
)

/** The fields that an edit replaces. */
export interface ProjectContent extends Selected<typeof projectContent> {}

export interface TransferOptionRow extends Pick<RowOf<typeof organizationTable>, "id" | "name" | "slug"> {}

/** Organizations that one request may be offered. */
const transferOptionsMax = 10

/** Live projects, one at a time. */
export class ProjectRepository extends Context.Service<
  ProjectRepository,
  {
    /** Finds a project with the facts that decide the user's permission in it. */
    readonly find: (projectId: number, userId: number) => Effect.Effect<Option.Option<ProjectRow>>
    /**
     * The content; no other transaction changes the project, its languages or its members until this one ends. None:
     * the project was deleted meanwhile. For transactions only; ADR 13 says which locks come before and after.
     */
    readonly lock: (projectId: number) => Effect.Effect<Option.Option<ProjectContent>>
    /**
     * Works like `lock` against all that `lock` excludes, and not against itself: others may change texts of other keys meanwhile.
     * A transaction with this lock locks keys by `KeyRepository.lock` before it reads their texts, and calls `lockRevisions` before it reads
     * and writes what is of no single key (ADR 143). On SQLite it is the same as `lock`.
     */
    readonly lockShared: (projectId: number) => Effect.Effect<Option.Option<ProjectContent>>
    /** Locks the order of the project's revisions until the end of the transaction. */
    readonly lockRevisions: (projectId: number) => Effect.Effect<void>
    /** None: another live project has the slug. */
    readonly insert: (project: {
      readonly organizationId: number
      readonly name: string
      readonly slug: string
      readonly icuPlaceholders: boolean
      readonly at: number
    }) => Effect.Effect<Option.Option<number>>
    readonly setBaseLanguage: (projectId: number, languageId: number) => Effect.Effect<void>
    /** false: another live project has the slug; the transaction is of no use any more. */
    readonly update: (projectId: number, content: ProjectContent) => Effect.Effect<boolean>
    /** Marks the project and its languages deleted, and switches its webhooks off. */
    readonly remove: (projectId: number, at: number) => Effect.Effect<void>
    readonly setPublic: (projectId: number, isPublic: boolean) => Effect.Effect<void>
    readonly setOrganization: (projectId: number, organizationId: number) => Effect.Effect<void>
    /** Organizations that the user owns, by name. */
    readonly listTransferOptions: (request: {
      readonly userId: number
      readonly exceptOrganizationId: number
      readonly search: string
    }) => Effect.Effect<ReadonlyArray<TransferOptionRow>>
    readonly hasNamespace: (projectId: number) => Effect.Effect<boolean>
    readonly findNamespace: (
      projectId: number,
      namespaceId: number
    ) => Effect.Effect<Option.Option<{ readonly id: number; readonly name: string }>>
  }
>()("@dragoman/store/project/ProjectRepository") {
  static readonly layer = Layer.effect(
    ProjectRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ProjectRepository.of({
        find: Effect.fnUntraced(function* (projectId, userId) {
          const found = yield* projectWithOwner.first(sql`
            SELECT ${projectWithOwner.columns}
            FROM project p
            JOIN organization o ON o.id = p.organization_id AND o.deleted_at IS NULL
            LEFT JOIN organization_role r ON r.organization_id = p.organization_id AND r.user_id = ${userId}
            LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ${userId}
            LEFT JOIN language l ON l.id = p.base_language_id
            LEFT JOIN namespace n ON n.id = p.default_namespace_id
            WHERE p.id = ${projectId} AND p.deleted_at IS NULL`)
          return Option.map(found, (row) => toProjectRow(row, toProjectOwner(row)))
        }, Effect.orDie),

        lock: Effect.fnUntraced(function* (projectId) {
          yield* acquireProjectMutex(projectId)
          const { gate, rowLock } = projectLock(sql, projectId, "exclusive")
          return yield* projectContent.first(sql`
            SELECT ${projectContent.columns}
            FROM project WHERE id = ${projectId} AND deleted_at IS NULL AND ${gate} ${rowLock}`)
        }, Effect.orDie),

        lockShared: (projectId) =>
          acquireShared(projectId, (waits) => {
            const { gate, rowLock } = projectLock(sql, projectId, "shared", waits)
            return projectContent.first(sql`
              SELECT ${projectContent.columns}
              FROM project WHERE id = ${projectId} AND deleted_at IS NULL AND ${gate} ${rowLock}`)
          }).pipe(Effect.orDie),

        lockRevisions: Effect.fnUntraced(function* (projectId) {
          yield* sql.onDialectOrElse({
            pg: () => Effect.asVoid(sql`SELECT ${acquireRevisionOrder(sql`CAST(${projectId} AS BIGINT)`, sql)}`),
            orElse: () => Effect.void
          })
        }, Effect.orDie),

        insert: Effect.fnUntraced(function* ({ organizationId, name, slug, icuPlaceholders, at }) {
          const row = { organizationId, name, slug, icuPlaceholders, usesQualityChecks: true, createdAt: at }
          const rows = yield* sql<{ id: number }>`
              ${projectTable.insert(sql, [row])} ON CONFLICT (slug) WHERE deleted_at IS NULL DO NOTHING RETURNING id`
          const [inserted] = rows
          if (inserted === undefined) return Option.none()
          const { id } = inserted
          const own = { projectId: id, defaultPenalty: 0, writeOnlyReviewed: false, createdAt: at }
          yield* memoryTable.insert(sql, [own])
          return Option.some(id)
        }, Effect.orDie),

        setBaseLanguage: Effect.fnUntraced(function* (projectId, languageId) {
          yield* sql`UPDATE project SET base_language_id = ${languageId} WHERE id = ${projectId}`
        }, Effect.orDie),

        update: Effect.fnUntraced(
          function* (projectId, content) {
            yield* projectTable.update(sql, [{ ...content, id: projectId }])
            return true
          },
          Effect.catchIf(isUniqueViolation, () => Effect.succeed(false)),
          Effect.orDie
        ),

        remove: Effect.fnUntraced(function* (projectId, at) {
          yield* sql`UPDATE project SET deleted_at = ${at} WHERE id = ${projectId} AND deleted_at IS NULL`
          yield* sql`UPDATE language SET deleted_at = ${at} WHERE project_id = ${projectId} AND deleted_at IS NULL`
          // Nothing is sent any more; the rows are erased later. Dispatchers lock many of them as well, by id.
          yield* sql`SELECT id FROM webhook_configuration WHERE project_id = ${projectId} ORDER BY id ${forUpdate(sql)}`
          yield* sql`UPDATE webhook_configuration SET enabled = 0 WHERE project_id = ${projectId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        setPublic: Effect.fnUntraced(function* (projectId, isPublic) {
          yield* projectTable.update(sql, [{ id: projectId, isPublic }])
        }, Effect.orDie),

        setOrganization: Effect.fnUntraced(function* (projectId, organizationId) {
          yield* sql`UPDATE project SET organization_id = ${organizationId} WHERE id = ${projectId}`
          // Glossaries and shared memories belong to the organization that the project leaves.
          yield* sql`DELETE FROM glossary_project WHERE project_id = ${projectId}
            AND glossary_id IN (SELECT id FROM glossary WHERE organization_id <> ${organizationId})`
          yield* sql`DELETE FROM memory_assignment WHERE project_id = ${projectId}
            AND memory_id IN (SELECT id FROM memory WHERE organization_id <> ${organizationId})`
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        listTransferOptions: Effect.fnUntraced(function* ({ userId, exceptOrganizationId, search }) {
          const condition = sql.and([
            sql`r.user_id = ${userId}`,
            sql`r.role = 'OWNER'`,
            sql`o.deleted_at IS NULL`,
            sql`o.id <> ${exceptOrganizationId}`,
            ...(search === "" ? [] : [contains(sql, "o.name", search)])
          ])
          return yield* sql<TransferOptionRow>`
              SELECT o.id, o.name, o.slug FROM organization_role r JOIN organization o ON o.id = r.organization_id
              WHERE ${condition} ORDER BY unicode_lower(o.name), o.id LIMIT ${transferOptionsMax}`
        }, Effect.orDie),

        hasNamespace: Effect.fnUntraced(function* (projectId) {
          const rows = yield* sql`SELECT id FROM namespace WHERE project_id = ${projectId} LIMIT 1`
          return rows.length > 0
        }, Effect.orDie),

        findNamespace: Effect.fnUntraced(function* (projectId, namespaceId) {
          const rows = yield* sql<Pick<RowOf<typeof namespaceTable>, "id" | "name">>`
            SELECT id, name FROM namespace WHERE project_id = ${projectId} AND id = ${namespaceId}`
          return Option.fromNullishOr(rows[0])
        }, Effect.orDie)
      })
    })
  )
}

const isUniqueViolation = (error: SqlError.SqlError): boolean => error.reason._tag === "UniqueViolation"
