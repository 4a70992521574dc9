import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contains } from "../database/contains.ts"
import { type OrderCriterion, orderBy } from "../database/order-by.ts"
import { jsonIds } from "../outbox/json-rows.ts"
import { type ProjectColumns, type ProjectRow, projectColumns, toProjectRows } from "./project-row.ts"

export interface ProjectList {
  readonly userId: number
  /** Contained in the name of the project or of its organization. */
  readonly search: string
  readonly ids: ReadonlyArray<number> | null
  readonly exceptIds: ReadonlyArray<number>
  /** null: whatever the base language is. */
  readonly baseLanguageTag: string | null
  /** By properties of `projectOrder`. */
  readonly sort: ReadonlyArray<OrderCriterion>
  readonly limit: number
  readonly offset: number
}

export interface ProjectPage {
  readonly rows: ReadonlyArray<ProjectRow>
  readonly total: number
}

/** What projects can be sorted by. */
export const projectOrder = {
  id: "p.id",
  name: "unicode_lower(p.name)",
  description: "unicode_lower(COALESCE(p.description, ''))",
  slug: "p.slug",
  createdAt: "p.created_at",
  useNamespaces: "p.use_namespaces",
  icuPlaceholders: "p.icu_placeholders",
  organizationRole: "COALESCE(r.role, '')",
  "organizationOwner.id": "o.id",
  "organizationOwner.name": "unicode_lower(o.name)",
  "organizationOwner.slug": "o.slug",
  "organizationOwner.description": "unicode_lower(COALESCE(o.description, ''))",
  "baseLanguage.id": "COALESCE(l.id, 0)",
  "baseLanguage.name": "unicode_lower(COALESCE(l.name, ''))",
  "baseLanguage.tag": "COALESCE(l.tag, '')",
  "baseLanguage.originalName": "unicode_lower(COALESCE(l.original_name, ''))",
  "baseLanguage.flagEmoji": "COALESCE(l.flag_emoji, '')",
  "defaultNamespace.id": "COALESCE(n.id, 0)",
  "defaultNamespace.name": "unicode_lower(COALESCE(n.name, ''))"
} as const

/**
 * Pages of the projects that a user may see, each with all that decides the user's permission: two statements, whatever
 * the size of the page. Who sees what: reference "auth-and-permissions" 3.1 and 3.2.
 */
export class ProjectListRepository extends Context.Service<
  ProjectListRepository,
  {
    /** `seesEverything`: owners of the organization and server administrators. */
    readonly listOfOrganization: (
      request: ProjectList & { readonly organizationId: number; readonly seesEverything: boolean }
    ) => Effect.Effect<ProjectPage>
    /** Over all organizations; a server administrator gets nothing extra here. */
    readonly listOfUser: (request: ProjectList) => Effect.Effect<ProjectPage>
  }
>()("@dragoman/store/project/ProjectListRepository") {
  static readonly layer = Layer.effect(
    ProjectListRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(projectColumns)
      const isVisible = sql.literal(
        `(CASE WHEN d.project_id IS NOT NULL AND r.role IS DISTINCT FROM 'OWNER' THEN d.type IS DISTINCT FROM 'NONE'
          ELSE r.role = 'OWNER' OR (r.role IS NOT NULL AND o.base_type IS DISTINCT FROM 'NONE') END)`
      )
      // CROSS JOIN keeps the projects in front on SQLite: led by the organization, every page would sort all projects.
      const sourceFor = (userId: number) => sql`
        project p
        CROSS JOIN organization o
        LEFT JOIN organization_role r ON r.organization_id = p.organization_id AND r.user_id = ${userId}
        LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ${userId}
        LEFT JOIN language l ON l.id = p.base_language_id
        LEFT JOIN namespace n ON n.id = p.default_namespace_id`

      const filters = (request: ProjectList) => [
        ...(request.search === ""
          ? []
          : [sql.or([contains(sql, "p.name", request.search), contains(sql, "o.name", request.search)])]),
        ...(request.ids === null ? [] : [sql`p.id IN ${jsonIds(sql, request.ids)}`]),
        ...(request.exceptIds.length === 0 ? [] : [sql`p.id NOT IN ${jsonIds(sql, request.exceptIds)}`]),
        ...(request.baseLanguageTag === null ? [] : [sql`l.tag = ${request.baseLanguageTag}`])
      ]

      const selectPage = Effect.fnUntraced(function* (request: ProjectList, condition: ReturnType<typeof sql.and>) {
        const rows = yield* sql<ProjectColumns>`
          SELECT ${columns} FROM ${sourceFor(request.userId)} WHERE ${condition}
          ORDER BY ${orderBy(sql, projectOrder, request.sort)} LIMIT ${request.limit} OFFSET ${request.offset}`
        return toProjectRows(rows)
      })

      const countFiltered = (request: ProjectList, condition: ReturnType<typeof sql.and>) => sql<{ total: number }>`
        SELECT CAST(count(*) AS INTEGER) AS total FROM ${sourceFor(request.userId)} WHERE ${condition}`

      /** Without a filter: all projects less the hidden ones, or only those with a direct permission. No join per project. */
      const countVisible = (organizationId: number, userId: number, seesEverything: boolean) => {
        const all = sql`
          (SELECT count(*) FROM project p WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL)`
        if (seesEverything) return sql<{ total: number }>`SELECT CAST(${all} AS INTEGER) AS total`
        const withDirectPermission = (isCounted: string) => sql`
          (SELECT count(*) FROM direct_permission d JOIN project p ON p.id = d.project_id
           WHERE d.user_id = ${userId} AND ${sql.literal(isCounted)}
             AND p.organization_id = ${organizationId} AND p.deleted_at IS NULL)`
        return sql<{ total: number }>`
          SELECT CAST(
            CASE WHEN r.role IS NOT NULL AND o.base_type IS DISTINCT FROM 'NONE'
              THEN ${all} - ${withDirectPermission("d.type = 'NONE'")}
              ELSE ${withDirectPermission("d.type IS DISTINCT FROM 'NONE'")} END AS INTEGER) AS total
          FROM organization o LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
          WHERE o.id = ${organizationId}`
      }

      return ProjectListRepository.of({
        listOfOrganization: Effect.fn("ProjectListRepository.listOfOrganization")(function* (request) {
          const { organizationId, userId, seesEverything } = request
          const chosen = filters(request)
          const condition = sql.and([
            sql`p.organization_id = ${organizationId}`,
            sql`o.id = p.organization_id`,
            sql`p.deleted_at IS NULL`,
            ...(seesEverything ? [] : [isVisible]),
            ...chosen
          ])
          const rows = yield* selectPage(request, condition)
          const [count] = yield* chosen.length === 0
            ? countVisible(organizationId, userId, seesEverything)
            : countFiltered(request, condition)
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        listOfUser: Effect.fn("ProjectListRepository.listOfUser")(function* (request) {
          const { userId } = request
          const condition = sql.and([
            // The candidates first, so that the projects of other organizations are never looked at.
            sql`p.id IN (
              SELECT owned.id FROM organization_role role JOIN project owned
                ON owned.organization_id = role.organization_id
              WHERE role.user_id = ${userId}
              UNION
              SELECT project_id FROM direct_permission WHERE user_id = ${userId}
            )`,
            sql`o.id = p.organization_id`,
            sql`p.deleted_at IS NULL`,
            isVisible,
            ...filters(request)
          ])
          const rows = yield* selectPage(request, condition)
          const [count] = yield* countFiltered(request, condition)
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
