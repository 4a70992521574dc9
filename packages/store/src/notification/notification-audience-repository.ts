import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonTexts } from "../database/sql-fragments.ts"
import { pick, type Selected, select } from "../database/table.ts"
import { projectApiKeyTable, projectTable } from "../table/project-tables.ts"
import { personalAccessTokenTable } from "../table/user-tables.ts"

const k = projectApiKeyTable.as("k")
const t = personalAccessTokenTable.as("t")

const expiringApiKey = select({
  ...pick(k, "id", "userId", "projectId", "description", "expiresAt"),
  projectName: projectTable.as("p").name
})
const expiringToken = select(pick(t, "id", "userId", "description", "expiresAt"))

export interface ExpiringApiKeyRow extends Selected<typeof expiringApiKey> {}
export interface ExpiringTokenRow extends Selected<typeof expiringToken> {}

/** Keys that end within `noticeMillis` after `now`, epoch milliseconds. */
export interface ExpiryRequest {
  readonly now: number
  readonly noticeMillis: number
  readonly limit: number
}

/** Whom something concerns. */
export class NotificationAudienceRepository extends Context.Service<
  NotificationAudienceRepository,
  {
    /** null: there is no such project, or it was deleted. */
    readonly findProject: (projectId: number) => Effect.Effect<{ readonly id: number; readonly name: string } | null>
    /** Enabled users with a role in the organization of the project or a direct permission; the use case asks what they may. */
    readonly listProjectUserIds: (projectId: number) => Effect.Effect<ReadonlyArray<number>>
    /** Finds those of the users who have these user names, in lower case. */
    readonly findProjectUserIds: (
      projectId: number,
      usernames: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Lists the authors of all comments on a translation, the latest first. */
    readonly listCommentAuthorIds: (translationId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** That were not announced, and live longer than the notice. */
    readonly listExpiringApiKeys: (request: ExpiryRequest) => Effect.Effect<ReadonlyArray<ExpiringApiKeyRow>>
    readonly listExpiringTokens: (request: ExpiryRequest) => Effect.Effect<ReadonlyArray<ExpiringTokenRow>>
    /** false: another server has announced it, or it has another end now. */
    readonly markApiKeyAnnounced: (apiKeyId: number, expiresAt: number) => Effect.Effect<boolean>
    readonly markTokenAnnounced: (tokenId: number, expiresAt: number) => Effect.Effect<boolean>
  }
>()("@dragoman/store/notification/NotificationAudienceRepository") {
  static readonly layer = Layer.effect(
    NotificationAudienceRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isOfProject = (projectId: number) => sql`
        u.deleted_at IS NULL AND u.disabled_at IS NULL AND u.id IN (
          SELECT user_id FROM direct_permission WHERE project_id = ${projectId}
          UNION
          SELECT role.user_id FROM organization_role role JOIN ${sql.literal(projectTable.name)} owned
            ON owned.organization_id = role.organization_id
          WHERE owned.id = ${projectId}
        )`
      const toIds = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)
      const isExpiring = (alias: string, { now, noticeMillis }: ExpiryRequest) => {
        const column = (name: string) => sql.literal(`${alias}.${name}`)
        return sql`${column("expires_at")} > ${now} AND ${column("expires_at")} <= ${now + noticeMillis}
          AND ${column("expires_at")} > ${column("created_at")} + ${noticeMillis}
          AND (${column("announced_expiry")} IS NULL OR ${column("announced_expiry")} <> ${column("expires_at")})`
      }
      const markAnnounced = (table: string) =>
        Effect.fnUntraced(function* (id: number, expiresAt: number) {
          const rows = yield* sql`
            UPDATE ${sql(table)} SET announced_expiry = ${expiresAt}
            WHERE id = ${id} AND expires_at = ${expiresAt}
              AND (announced_expiry IS NULL OR announced_expiry <> ${expiresAt}) RETURNING id`
          return rows.length > 0
        }, Effect.orDie)
      return NotificationAudienceRepository.of({
        findProject: Effect.fnUntraced(function* (projectId) {
          const [row] = yield* sql<{ id: number; name: string }>`
            SELECT id, name FROM project WHERE id = ${projectId} AND deleted_at IS NULL`
          return row ?? null
        }, Effect.orDie),

        listProjectUserIds: Effect.fnUntraced(function* (projectId) {
          return toIds(
            yield* sql<{ id: number }>`
            SELECT u.id FROM user_account u WHERE ${isOfProject(projectId)} ORDER BY u.id`
          )
        }, Effect.orDie),

        findProjectUserIds: Effect.fnUntraced(function* (projectId, usernames) {
          if (usernames.length === 0) return []
          return toIds(
            yield* sql<{ id: number }>`
            SELECT u.id FROM user_account u
            WHERE u.username IN ${jsonTexts(sql, usernames)} AND ${isOfProject(projectId)} ORDER BY u.id`
          )
        }, Effect.orDie),

        listCommentAuthorIds: Effect.fnUntraced(function* (translationId, limit) {
          return toIds(
            yield* sql<{ id: number }>`
            SELECT author_id AS id FROM translation_comment WHERE translation_id = ${translationId}
            GROUP BY author_id ORDER BY MAX(id) DESC LIMIT ${limit}`
          )
        }, Effect.orDie),

        listExpiringApiKeys: Effect.fnUntraced(function* (request) {
          return yield* expiringApiKey.all(sql`
            SELECT ${expiringApiKey.columns} FROM project_api_key k
            JOIN project p ON p.id = k.project_id AND p.deleted_at IS NULL
            WHERE ${isExpiring("k", request)} ORDER BY k.id LIMIT ${request.limit}`)
        }, Effect.orDie),

        listExpiringTokens: Effect.fnUntraced(function* (request) {
          return yield* expiringToken.all(sql`
            SELECT ${expiringToken.columns} FROM personal_access_token t
            WHERE ${isExpiring("t", request)} ORDER BY t.id LIMIT ${request.limit}`)
        }, Effect.orDie),

        markApiKeyAnnounced: markAnnounced("project_api_key"),
        markTokenAnnounced: markAnnounced("personal_access_token")
      })
    })
  )
}
