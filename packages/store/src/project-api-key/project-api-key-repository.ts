import type { SortableProperty } from "@dragoman/domain/page"
import type { Scope } from "@dragoman/domain/permission"
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { announceAccessChange } from "../access-change/access-changes.ts"
import { orderAndLimit, type PagedRows, type RowPage } from "../database/sql-fragments.ts"
import { optional, pick, type Selected, select } from "../database/table.ts"
import { seesProject, seesUser } from "../project/project-visibility.ts"
import { projectApiKeyTable, projectTable } from "../table/project-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

const k = projectApiKeyTable.as("k")
const u = optional(userAccountTable.as("u"))

const projectApiKey = select({
  apiKeyId: k.id,
  username: u.username,
  userFullName: u.name,
  projectName: optional(projectTable.as("p")).name,
  ...pick(k, "userId", "projectId", "description", "scopes", "expiresAt", "lastUsedAt")
})

/** Names are null for readers who may not see them any more (ADR 79). */
export interface ProjectApiKeyRow extends Selected<typeof projectApiKey> {}

export interface ProjectApiKeyList extends RowPage<SortableProperty<"apiKeys">> {
  /** The user who is shown the keys. */
  readonly readerId: number
  /** null: of all users. */
  readonly userId: number | null
  /** null: of all projects. */
  readonly projectId: number | null
}

/** Sort expressions of keys; keys that never expire come last. */
const projectApiKeyOrder: Readonly<Record<SortableProperty<"apiKeys">, string>> = {
  id: "k.id",
  description: "unicode_lower(k.description)",
  username: "COALESCE(unicode_lower(u.username), '')",
  projectId: "k.project_id",
  projectName: "COALESCE(unicode_lower(p.name), '')",
  createdAt: "k.created_at",
  expiresAt: "COALESCE(k.expires_at, 9007199254740991)",
  lastUsedAt: "COALESCE(k.last_used_at, 0)"
}

/** Keys to live projects; of the key itself only a digest is kept. */
export class ProjectApiKeyRepository extends Context.Service<
  ProjectApiKeyRepository,
  {
    /** Finds a key of any user; the use case checks the access. */
    readonly find: (apiKeyId: number, readerId: number) => Effect.Effect<Option.Option<ProjectApiKeyRow>>
    readonly list: (request: ProjectApiKeyList) => Effect.Effect<PagedRows<ProjectApiKeyRow>>
    readonly create: (key: {
      readonly projectId: number
      readonly userId: number
      readonly description: string
      readonly scopes: ReadonlyArray<Scope>
      readonly keyHash: string
      readonly expiresAt: number | null
      readonly at: number
    }) => Effect.Effect<number>
    readonly edit: (
      apiKeyId: number,
      values: { readonly description: string; readonly scopes: ReadonlyArray<Scope> }
    ) => Effect.Effect<void>
    /** The key before stops working. */
    readonly replace: (
      apiKeyId: number,
      values: { readonly keyHash: string; readonly expiresAt: number | null }
    ) => Effect.Effect<void>
    readonly delete: (apiKeyId: number) => Effect.Effect<void>
  }
>()("@dragoman/store/project-api-key/ProjectApiKeyRepository") {
  static readonly layer = Layer.effect(
    ProjectApiKeyRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const liveKeys = sql.literal(
        "project_api_key k JOIN project live ON live.id = k.project_id AND live.deleted_at IS NULL"
      )
      const names = sql.literal(
        `LEFT JOIN project p ON p.id = k.project_id AND ${seesProject("shown.id", "k.project_id")}
         LEFT JOIN user_account u ON u.id = k.user_id AND ${seesUser("shown.id", "k.user_id", "k.project_id")}`
      )
      const sourceFor = (readerId: number) =>
        sql`${liveKeys} CROSS JOIN (SELECT CAST(${readerId} AS BIGINT) AS id) shown ${names}`
      return ProjectApiKeyRepository.of({
        find: Effect.fnUntraced(function* (apiKeyId, readerId) {
          return yield* projectApiKey.first(sql`
            SELECT ${projectApiKey.columns} FROM ${sourceFor(readerId)} WHERE k.id = ${apiKeyId}`)
        }, Effect.orDie),

        list: Effect.fnUntraced(function* ({ readerId, userId, projectId, ...request }) {
          const condition = sql.and([
            ...(userId === null ? [] : [sql`k.user_id = ${userId}`]),
            ...(projectId === null ? [] : [sql`k.project_id = ${projectId}`])
          ])
          const rows = yield* projectApiKey.all(sql`
            SELECT ${projectApiKey.columns} FROM ${sourceFor(readerId)} WHERE ${condition}
            ${orderAndLimit(sql, projectApiKeyOrder, request)}`)
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${liveKeys} WHERE ${condition}`
          return { rows, total: count?.total ?? 0 }
        }, Effect.orDie),

        create: Effect.fnUntraced(function* ({ at, ...key }) {
          const row = { ...key, createdAt: at }
          const rows = yield* sql<{ id: number }>`${projectApiKeyTable.insert(sql, [row])} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        edit: Effect.fnUntraced(function* (apiKeyId, { description, scopes }) {
          yield* projectApiKeyTable.update(sql, [{ id: apiKeyId, description, scopes }])
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        replace: Effect.fnUntraced(function* (apiKeyId, { keyHash, expiresAt }) {
          yield* projectApiKeyTable.update(sql, [{ id: apiKeyId, keyHash, expiresAt }])
          yield* announceAccessChange(sql)
        }, Effect.orDie),

        delete: Effect.fnUntraced(function* (apiKeyId) {
          yield* sql`DELETE FROM project_api_key WHERE id = ${apiKeyId}`
          yield* announceAccessChange(sql)
        }, Effect.orDie)
      })
    })
  )
}
