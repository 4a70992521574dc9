import type { SortableProperty } from "@dragoman/domain/page"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contains, jsonIds, orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { isVisible } from "../project/project-visibility.ts"
import { type OrganizationLanguageRow, organizationLanguage } from "./organization-row.ts"

export interface OrganizationLanguageList extends RowPage<SortableProperty<"organizationLanguages">> {
  readonly organizationId: number
  /** Only languages of projects that this user can enter; null: of all. */
  readonly userId: number | null
  /** Contained in the name or the tag. */
  readonly search: string
  /** Empty: all projects. */
  readonly projectIds: ReadonlyArray<number>
  /** Only base languages. */
  readonly baseOnly: boolean
}

/** Sort expressions of the languages of an organization; tags are unique among them. */
const organizationLanguageOrder: Readonly<Record<SortableProperty<"organizationLanguages">, string>> = {
  id: "used.tag",
  tag: "used.tag",
  name: "unicode_lower(used.name)",
  base: "used.base"
}

/** The languages that the projects of an organization use, one entry per tag. */
export class OrganizationLanguageRepository extends Context.Service<
  OrganizationLanguageRepository,
  {
    readonly list: (request: OrganizationLanguageList) => Effect.Effect<PagedRows<OrganizationLanguageRow>>
  }
>()("@dragoman/store/organization/OrganizationLanguageRepository") {
  static readonly layer = Layer.effect(
    OrganizationLanguageRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const entered = (organizationId: number, userId: number) => sql`p.id IN (
        SELECT e.id FROM project e JOIN organization o ON o.id = e.organization_id
        LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
        LEFT JOIN direct_permission d ON d.project_id = e.id AND d.user_id = ${userId}
        WHERE e.organization_id = ${organizationId} AND ${isVisible})`
      return OrganizationLanguageRepository.of({
        list: Effect.fnUntraced(function* ({ organizationId, userId, ...request }) {
          const source = sql`language l JOIN project p ON p.id = l.project_id`
          const condition = sql.and([
            sql`p.organization_id = ${organizationId}`,
            sql`p.deleted_at IS NULL`,
            sql`l.deleted_at IS NULL`,
            ...(userId === null ? [] : [entered(organizationId, userId)]),
            ...(request.baseOnly ? [sql`p.base_language_id = l.id`] : []),
            ...(request.projectIds.length === 0 ? [] : [sql`p.id IN ${jsonIds(sql, request.projectIds)}`]),
            ...(request.search === ""
              ? []
              : [sql.or([contains(sql, "l.name", request.search), contains(sql, "l.tag", request.search)])])
          ])
          const rows = yield* organizationLanguage.all(sql`
            SELECT ${organizationLanguage.columns} FROM (
              SELECT l.tag, l.name, l.original_name, l.flag_emoji,
                MAX(CASE WHEN p.base_language_id = l.id THEN 1 ELSE 0 END) OVER (PARTITION BY l.tag) AS base,
                ROW_NUMBER() OVER (PARTITION BY l.tag ORDER BY l.id) AS number
              FROM ${source} WHERE ${condition}
            ) used
            WHERE used.number = 1
            ${orderAndLimit(sql, organizationLanguageOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(DISTINCT l.tag) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie)
      })
    })
  )
}
