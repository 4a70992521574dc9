import type { Scope } from "@dragoman/domain/permission"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { parseListColumn, printListColumn } from "../database/json-column.ts"
import { type RowSlice, type SlicedRows, slice } from "../database/row-slice.ts"

/** Times are epoch milliseconds. */
export interface ProjectApiKeyRow {
  readonly apiKeyId: number
  readonly userId: number
  readonly username: string
  readonly userFullName: string
  readonly projectId: number
  readonly projectName: string
  readonly description: string
  /** Not expanded. */
  readonly scopes: ReadonlyArray<Scope>
  /** null: never. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

export interface ProjectApiKeyList extends RowSlice {
  /** null: of all users. */
  readonly userId: number | null
  /** null: of all projects. */
  readonly projectId: number | null
}

/** What keys can be sorted by; keys that never expire come last. */
export const projectApiKeyOrder = {
  id: "k.id",
  description: "unicode_lower(k.description)",
  username: "unicode_lower(u.username)",
  projectId: "k.project_id",
  projectName: "unicode_lower(p.name)",
  expiresAt: "COALESCE(k.expires_at, 9007199254740991)",
  lastUsedAt: "COALESCE(k.last_used_at, 0)"
} as const

/** Keys to live projects; of the key itself only a digest is kept. */
export class ProjectApiKeyRepository extends Context.Service<
  ProjectApiKeyRepository,
  {
    /** Of any user: who may see it, the caller checks. */
    readonly find: (apiKeyId: number) => Effect.Effect<Option.Option<ProjectApiKeyRow>>
    readonly list: (request: ProjectApiKeyList) => Effect.Effect<SlicedRows<ProjectApiKeyRow>>
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
      const columns = sql.literal(
        `k.id AS api_key_id, k.user_id, u.username, u.name AS user_full_name, k.project_id, p.name AS project_name,
         k.description, k.scopes, k.expires_at, k.last_used_at`
      )
      const source = sql.literal(
        `project_api_key k JOIN user_account u ON u.id = k.user_id
         JOIN project p ON p.id = k.project_id AND p.deleted_at IS NULL`
      )
      return ProjectApiKeyRepository.of({
        find: Effect.fn("ProjectApiKeyRepository.find")(function* (apiKeyId) {
          const rows = yield* sql<ProjectApiKeyColumns>`SELECT ${columns} FROM ${source} WHERE k.id = ${apiKeyId}`
          return Option.map(Option.fromNullishOr(rows[0]), toProjectApiKeyRow)
        }, Effect.orDie),

        list: Effect.fn("ProjectApiKeyRepository.list")(function* ({ userId, projectId, ...request }) {
          const condition = sql.and([
            ...(userId === null ? [] : [sql`k.user_id = ${userId}`]),
            ...(projectId === null ? [] : [sql`k.project_id = ${projectId}`])
          ])
          const rows = yield* sql<ProjectApiKeyColumns>`
            SELECT ${columns} FROM ${source} WHERE ${condition}
            ${slice(sql, projectApiKeyOrder, request)}`
          const [count] = yield* sql<{ total: number }>`
            SELECT CAST(count(*) AS INTEGER) AS total FROM ${source} WHERE ${condition}`
          return { rows: rows.map(toProjectApiKeyRow), total: count?.total ?? 0 }
        }, Effect.orDie),

        create: Effect.fn("ProjectApiKeyRepository.create")(function* (key) {
          const row = {
            project_id: key.projectId,
            user_id: key.userId,
            description: key.description,
            scopes: printListColumn(key.scopes),
            key_hash: key.keyHash,
            expires_at: key.expiresAt,
            created_at: key.at
          }
          const rows = yield* sql<{ id: number }>`INSERT INTO project_api_key ${sql.insert(row)} RETURNING id`
          return yield* Effect.fromNullishOr(rows[0]?.id)
        }, Effect.orDie),

        edit: Effect.fn("ProjectApiKeyRepository.edit")(function* (apiKeyId, { description, scopes }) {
          const change = { description, scopes: printListColumn(scopes) }
          yield* sql`UPDATE project_api_key SET ${sql.update(change)} WHERE id = ${apiKeyId}`
        }, Effect.orDie),

        replace: Effect.fn("ProjectApiKeyRepository.replace")(function* (apiKeyId, { keyHash, expiresAt }) {
          const change = { key_hash: keyHash, expires_at: expiresAt }
          yield* sql`UPDATE project_api_key SET ${sql.update(change)} WHERE id = ${apiKeyId}`
        }, Effect.orDie),

        delete: Effect.fn("ProjectApiKeyRepository.delete")(function* (apiKeyId) {
          yield* sql`DELETE FROM project_api_key WHERE id = ${apiKeyId}`
        }, Effect.orDie)
      })
    })
  )
}

type ProjectApiKeyColumns = Omit<ProjectApiKeyRow, "scopes"> & { readonly scopes: string }

const toProjectApiKeyRow = (row: ProjectApiKeyColumns): ProjectApiKeyRow => ({
  ...row,
  scopes: parseListColumn<Scope>(row.scopes) ?? []
})
