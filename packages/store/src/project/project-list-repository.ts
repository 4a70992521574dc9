import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { contains, jsonIds, jsonRows, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { select } from "../database/table.ts"
import {
  ownerColumns,
  type ProjectOwner,
  type ProjectRow,
  projectColumns,
  toProjectOwner,
  toProjectRow
} from "./project-row.ts"
import { isVisible, visibleInOrganization } from "./project-visibility.ts"

export interface ProjectList extends RowPage<SortableProperty<"projects">> {
  readonly userId: number
  /** Contained in the name of the project or of its organization. */
  readonly search: string
  readonly ids: ReadonlyArray<number> | null
  readonly exceptIds: ReadonlyArray<number>
  /** null: whatever the base language is. */
  readonly baseLanguageTag: string | null
}

export interface UserProjectList extends ProjectList {
  /** Projects that come before all others, in this order, each once. */
  readonly firstIds: ReadonlyArray<number>
}

/** Sort expressions of projects. */
const projectOrder: Readonly<Record<SortableProperty<"projects">, string>> = {
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
}

const project = select(projectColumns)
const projectWithOwner = select({ ...projectColumns, ...ownerColumns })

/**
 * Pages of the projects that a user may see, each with all that decides the user's permission: two statements,
 * whatever the size of the page.
 */
export class ProjectListRepository extends Context.Service<
  ProjectListRepository,
  {
    /**
     * `owner`: the organization with the user's role in it, read before: joined to each project it would double the
     * time of a page. `seesEverything`: owners of the organization and server administrators.
     */
    readonly listOfOrganization: (
      request: ProjectList & { readonly owner: ProjectOwner; readonly seesEverything: boolean }
    ) => Effect.Effect<PagedRows<ProjectRow>>
    /** Over all organizations; a server administrator gets nothing extra here. */
    readonly listOfUser: (request: UserProjectList) => Effect.Effect<PagedRows<ProjectRow>>
  }
>()("@dragoman/store/project/ProjectListRepository") {
  static readonly layer = Layer.effect(
    ProjectListRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const projectsFor = (userId: number) => sql`
        project p
        LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ${userId}
        LEFT JOIN language l ON l.id = p.base_language_id
        LEFT JOIN namespace n ON n.id = p.default_namespace_id`

      const filters = ({ ids, exceptIds, baseLanguageTag }: ProjectList) => [
        ...(ids === null ? [] : [sql`p.id IN ${jsonIds(sql, ids)}`]),
        ...(exceptIds.length === 0 ? [] : [sql`p.id NOT IN ${jsonIds(sql, exceptIds)}`]),
        ...(baseLanguageTag === null ? [] : [sql`l.tag = ${baseLanguageTag}`])
      ]

      const countLive = (organizationId: number) => sql`
        (SELECT count(*) FROM project p WHERE p.organization_id = ${organizationId} AND p.deleted_at IS NULL)`

      const countDirect = (organizationId: number, userId: number, condition: Statement.Fragment) => sql`
        (SELECT count(*) FROM direct_permission d JOIN project p ON p.id = d.project_id
         WHERE d.user_id = ${userId} AND ${condition}
           AND p.organization_id = ${organizationId} AND p.deleted_at IS NULL)`

      return ProjectListRepository.of({
        listOfOrganization: Effect.fnUntraced(function* (request) {
          const { userId, search, seesEverything, owner } = request
          const { organizationId, name, basePermission } = owner.organization
          const isOpenToMembers = owner.organizationRole !== null && basePermission.type !== "NONE"
          const isFoundByOrganization = name.toLowerCase().includes(search.toLowerCase())
          const visibility = seesEverything
            ? visibleInOrganization.everything
            : isOpenToMembers
              ? visibleInOrganization.allButHidden
              : visibleInOrganization.onlyDirect
          const chosen = [...(isFoundByOrganization ? [] : [contains(sql, "p.name", search)]), ...filters(request)]
          const condition = sql.and([
            sql`p.organization_id = ${organizationId}`,
            sql`p.deleted_at IS NULL`,
            ...visibility,
            ...chosen
          ])
          const rows = yield* project.all(sql`
            SELECT ${project.columns} FROM ${projectsFor(userId)} WHERE ${condition}
            ${orderAndLimit(sql, orderInOrganization, request)}`)
          // Without a filter no project is looked at for the total: all of them less the hidden ones, or the direct ones.
          const total =
            chosen.length > 0
              ? sql`(SELECT count(*) FROM ${projectsFor(userId)} WHERE ${condition})`
              : seesEverything
                ? countLive(organizationId)
                : isOpenToMembers
                  ? sql`${countLive(organizationId)} - ${countDirect(organizationId, userId, sql`d.type = 'NONE'`)}`
                  : countDirect(organizationId, userId, sql.and(visibleInOrganization.onlyDirect))
          const [count] = yield* sql<{ total: number }>`SELECT CAST(${total} AS INTEGER) AS total`
          return { rows: rows.map((row) => toProjectRow(row, owner)), total: count?.total ?? 0 }
        }, Effect.orDie),

        listOfUser: Effect.fnUntraced(function* (request) {
          const { userId, search, firstIds } = request
          const source = sql`
            ${projectsFor(userId)}
            JOIN organization o ON o.id = p.organization_id
            LEFT JOIN organization_role r ON r.organization_id = p.organization_id AND r.user_id = ${userId}`
          const first = jsonRows(
            sql,
            { id: "integer", position: "integer" },
            firstIds.map((id, position) => ({ id, position }))
          )
          const condition = sql.and([
            // The candidates first, so that the projects of other organizations are never looked at.
            sql`p.id IN (
              SELECT owned.id FROM organization_role role JOIN project owned
                ON owned.organization_id = role.organization_id
              WHERE role.user_id = ${userId} AND owned.deleted_at IS NULL
              UNION
              SELECT project_id FROM direct_permission WHERE user_id = ${userId}
            )`,
            sql`p.deleted_at IS NULL`,
            isVisible,
            ...(search === "" ? [] : [sql.or([contains(sql, "p.name", search), contains(sql, "o.name", search)])]),
            ...filters(request)
          ])
          const rows = yield* projectWithOwner.all(sql`
            SELECT ${projectWithOwner.columns} FROM ${source} LEFT JOIN ${first} f ON f.id = p.id WHERE ${condition}
            ${orderAndLimit(sql, orderWithFirst, { ...request, sort: [firstOnes, ...request.sort] })}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows: rows.map((row) => toProjectRow(row, toProjectOwner(row))), total: count?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}

/** The order of a list that begins with chosen projects, which are joined as `f`. */
const orderWithFirst = { ...projectOrder, first: "COALESCE(f.position, 9007199254740991)" }

const firstOnes = { property: "first", direction: "asc" } as const

/** Within one organization its own properties decide nothing. */
const orderInOrganization = Object.fromEntries(
  Object.entries(projectOrder).filter(([property]) => !property.startsWith("organization"))
)
