import type { OrganizationRole, Permission, ServerRole, TaskLanguages, TaskPlace } from "@dragoman/domain/permission"
import { openTaskStates } from "@dragoman/domain/task"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { isShown } from "../database/content-place.ts"
import { jsonIds, jsonTexts } from "../database/sql-fragments.ts"
import { type Column, computed, Flag, Json, optional, pick, type Selected, select } from "../database/table.ts"
import { type OrganizationRow, organizationWithRole, toOrganizationRow } from "../organization/organization-row.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import { directPermissionColumns, toDirectPermission, toPermission } from "../table/permission-tables.ts"
import { projectApiKeyTable, projectTable } from "../table/project-tables.ts"
import { mfaEnabledColumn } from "../table/second-factor-tables.ts"
import { taskKeyTable, taskTable } from "../table/task-tables.ts"
import { consoleSessionTable, personalAccessTokenTable, userAccountTable } from "../table/user-tables.ts"

export interface ProjectAccessRow {
  readonly projectId: number
  readonly organizationId: number
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
  /** The project is public; which operations that opens is for the authorization to say (ADR 108). */
  readonly isPublic: boolean
}

const p = projectTable.as("p")

/** Columns of a project `p`, its organization `o`, and a user's role `r` and direct permission `d`, which may be absent. */
const projectAccessColumns = {
  projectId: p.id,
  organizationId: p.organizationId,
  isPublic: p.isPublic,
  organizationRole: optional(organizationRoleTable.as("r")).role,
  ...pick(organizationTable.as("o"), "baseType", "baseScopes"),
  ...directPermissionColumns
}

const projectAccess = select(projectAccessColumns)

const toProjectAccess = (row: Selected<typeof projectAccess>): ProjectAccessRow => ({
  projectId: row.projectId,
  organizationId: row.organizationId,
  organizationRole: row.organizationRole,
  basePermission: toPermission({ type: row.baseType, scopes: row.baseScopes }),
  directPermission: toDirectPermission(row),
  isPublic: row.isPublic
})

/** All that decides the access of a user to a project. */
export interface UserAccess extends ProjectAccessRow {
  readonly serverRole: ServerRole
  readonly disabledAt: number | null
  readonly deletedAt: number | null
}

const userAccessColumns = {
  ...projectAccessColumns,
  ...pick(userAccountTable.as("u"), "serverRole", "disabledAt", "deletedAt")
}

const userAccess = select(userAccessColumns)

/** The access of a user `userId` to a project `projectId` in one column, for `toUserAccess`; null without a user. */
export const userAccessColumn = (
  sql: SqlClient.SqlClient,
  projectId: string,
  userId: string
): Column<object | null> => {
  const json = sql.onDialectOrElse({ pg: () => "json_build_object", orElse: () => "json_object" })
  const fields = Object.entries(userAccessColumns).map(([field, column]) => `'${field}', ${column.sql}`)
  return computed(
    Json<object | null>(),
    `CASE WHEN ${userId} IS NOT NULL THEN (
      SELECT CAST(${json}(${fields.join(", ")}) AS TEXT)
      FROM user_account u
      JOIN project p ON p.id = ${projectId}
      JOIN organization o ON o.id = p.organization_id
      LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = u.id
      LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = u.id
      WHERE u.id = ${userId}
    ) END`
  )
}

/** The access in such a column. */
export const toUserAccess = (column: object): UserAccess | null => {
  const [row] = userAccess.decode([column])
  return row === undefined
    ? null
    : {
        ...toProjectAccess(row),
        serverRole: row.serverRole,
        disabledAt: row.disabledAt,
        deletedAt: row.deletedAt
      }
}

const u = userAccountTable.as("u")
const userColumns = {
  userId: u.id,
  ...pick(u, "username", "name", "avatarHash", "serverRole", "tokensValidNotBefore", "disabledAt", "deletedAt"),
  ...pick(u, "accountType", "ssoValidUntil", "emailVerified"),
  hasPassword: computed(Flag, "CASE WHEN u.password_hash IS NULL THEN 0 ELSE 1 END"),
  mfaEnabled: mfaEnabledColumn
}
const callerUser = select(userColumns)

/** The part of a user that every request needs. */
export interface CallerUserRow extends Selected<typeof callerUser> {}

const k = projectApiKeyTable.as("k")
const callerApiKey = select({
  ...userColumns,
  credentialId: k.id,
  ...pick(k, "projectId", "scopes", "expiresAt", "lastUsedAt")
})

export interface CallerApiKeyRow extends Selected<typeof callerApiKey> {}

const t = personalAccessTokenTable.as("t")
const callerAccessToken = select({ ...userColumns, credentialId: t.id, ...pick(t, "expiresAt", "lastUsedAt") })

export interface CallerAccessTokenRow extends Selected<typeof callerAccessToken> {}

const s = consoleSessionTable.as("s")
const sessionColumns = pick(s, "generation", "elevatedUntil", "createdAt", "lastUsedAt")
const callerSession = select({ ...userColumns, credentialId: s.id, ...sessionColumns })

export interface CallerSessionRow extends Selected<typeof callerSession> {}

const apiKeyByHash = select({ hash: k.keyHash, ...pick(k, "scopes", "expiresAt") })
const accessTokenByHash = select({ hash: t.tokenHash, expiresAt: t.expiresAt })
const sessionById = select({ sessionId: s.id, ...sessionColumns })

const projectUser = select({ ...userColumns, ...projectAccessColumns })

export interface ProjectUserRow extends CallerUserRow, ProjectAccessRow {}

const task = taskTable.as("w")
const taskLanguages = select({ languageId: task.languageId, baseLanguageId: p.baseLanguageId })
const taskPlace = select({
  keyId: taskKeyTable.as("i").keyId,
  baseLanguageId: p.baseLanguageId,
  ...pick(task, "languageId", "type")
})

const organizationUser = select({ ...userColumns, role: optional(organizationRoleTable.as("r")).role })

export interface OrganizationAccessRow extends OrganizationRow {
  /** Without a role: a direct permission other than NONE in one of its live projects. Not looked up with a role. */
  readonly hasProjectPermission: boolean
}

/** Credentials that were used until `at`, epoch milliseconds. */
export interface UsedCredentials {
  readonly apiKeyIds: ReadonlyArray<number>
  readonly accessTokenIds: ReadonlyArray<number>
  readonly sessionIds: ReadonlyArray<number>
  readonly at: number
}

/** The callers of requests and their access to projects and organizations; deleted rows are not found. */
export class AccessRepository extends Context.Service<
  AccessRepository,
  {
    readonly findUser: (userId: number) => Effect.Effect<Option.Option<CallerUserRow>>
    readonly findByApiKey: (keyHash: string) => Effect.Effect<Option.Option<CallerApiKeyRow>>
    readonly findByAccessToken: (tokenHash: string) => Effect.Effect<Option.Option<CallerAccessTokenRow>>
    /** Finds the session, also one that has ended: the domain decides. */
    readonly findBySession: (tokenHash: string) => Effect.Effect<Option.Option<CallerSessionRow>>
    readonly findProject: (projectId: number, userId: number) => Effect.Effect<Option.Option<ProjectAccessRow>>
    /** Works like `findProject`, for several projects. One statement. */
    readonly listProjects: (
      projectIds: ReadonlyArray<number>,
      userId: number
    ) => Effect.Effect<ReadonlyArray<ProjectAccessRow>>
    /** Lists the permissions of these users in a project; empty when there is no such project. One statement. */
    readonly listProjectUsers: (
      projectId: number,
      userIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<ProjectUserRow>>
    /** Lists where open tasks give the user rights, among these keys: none in the trash, in deleted languages or branches. One statement. */
    readonly listTaskPlaces: (
      projectId: number,
      userId: number,
      keyIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<TaskPlace>>
    /** Finds the languages of an open task of the user, by its number. */
    readonly findTaskLanguages: (
      projectId: number,
      userId: number,
      number: number
    ) => Effect.Effect<Option.Option<TaskLanguages>>
    /** The roles of these users in an organization; users without one are found as well. One statement. */
    readonly listOrganizationUsers: (
      organizationId: number,
      userIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<CallerUserRow & { readonly role: OrganizationRole | null }>>
    /** The project API keys that have one of these digests. */
    readonly listApiKeys: (
      keyHashes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Pick<CallerApiKeyRow, "scopes" | "expiresAt"> & { readonly hash: string }>>
    /** The personal access tokens that have one of these digests. */
    readonly listAccessTokens: (
      tokenHashes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Pick<CallerAccessTokenRow, "expiresAt"> & { readonly hash: string }>>
    /** The console sessions with these ids, also those that have ended. */
    readonly listSessions: (
      sessionIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<Selected<typeof sessionById>>>
    /** Finds an organization, by id when `reference` is a number, else by slug. */
    readonly findOrganization: (
      reference: number | string,
      userId: number
    ) => Effect.Effect<Option.Option<OrganizationAccessRow>>
    /** Leaves out those that another transaction is just changing or deleting. */
    readonly markUsed: (used: UsedCredentials) => Effect.Effect<void>
  }
>()("@dragoman/store/access/AccessRepository") {
  static readonly layer = Layer.effect(
    AccessRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accessOf = (projects: Statement.Fragment, userId: number) => sql`
        SELECT ${projectAccess.columns}
        FROM project p
        JOIN organization o ON o.id = p.organization_id AND o.deleted_at IS NULL
        LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
        LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ${userId}
        WHERE ${projects} AND p.deleted_at IS NULL`
      const openTasks = sql`
        task_assignee a
        JOIN task w ON w.id = a.task_id AND w.state IN ${jsonTexts(sql, openTaskStates)}
        JOIN project p ON p.id = w.project_id
        JOIN language l ON l.id = w.language_id AND l.deleted_at IS NULL`
      const isOwnTask = (projectId: number, userId: number) =>
        sql`a.user_id = ${userId} AND w.project_id = ${projectId} AND ${isShown(sql, "w")}`
      return AccessRepository.of({
        findUser: Effect.fnUntraced(function* (userId) {
          return yield* callerUser.first(sql`
            SELECT ${callerUser.columns} FROM user_account u WHERE u.id = ${userId}`)
        }, Effect.orDie),

        findByApiKey: Effect.fnUntraced(function* (keyHash) {
          return yield* callerApiKey.first(sql`
            SELECT ${callerApiKey.columns}
            FROM project_api_key k JOIN user_account u ON u.id = k.user_id
            WHERE k.key_hash = ${keyHash}`)
        }, Effect.orDie),

        findByAccessToken: Effect.fnUntraced(function* (tokenHash) {
          return yield* callerAccessToken.first(sql`
            SELECT ${callerAccessToken.columns}
            FROM personal_access_token t JOIN user_account u ON u.id = t.user_id
            WHERE t.token_hash = ${tokenHash}`)
        }, Effect.orDie),

        findBySession: Effect.fnUntraced(function* (tokenHash) {
          return yield* callerSession.first(sql`
            SELECT ${callerSession.columns}
            FROM console_session s JOIN user_account u ON u.id = s.user_id
            WHERE s.token_hash = ${tokenHash}`)
        }, Effect.orDie),

        findProject: Effect.fnUntraced(function* (projectId, userId) {
          const found = yield* projectAccess.first(accessOf(sql`p.id = ${projectId}`, userId))
          return Option.map(found, toProjectAccess)
        }, Effect.orDie),

        listProjects: Effect.fnUntraced(function* (projectIds, userId) {
          if (projectIds.length === 0) return []
          const rows = yield* projectAccess.all(accessOf(sql`p.id IN ${jsonIds(sql, projectIds)}`, userId))
          return rows.map(toProjectAccess)
        }, Effect.orDie),

        listProjectUsers: Effect.fnUntraced(function* (projectId, userIds) {
          const rows = yield* projectUser.all(sql`
            SELECT ${projectUser.columns}
            FROM project p
            JOIN organization o ON o.id = p.organization_id AND o.deleted_at IS NULL
            JOIN user_account u ON u.id IN ${jsonIds(sql, userIds)}
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = u.id
            LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = u.id
            WHERE p.id = ${projectId} AND p.deleted_at IS NULL`)
          return rows.map((row) => ({ ...row, ...toProjectAccess(row) }))
        }, Effect.orDie),

        listTaskPlaces: Effect.fnUntraced(function* (projectId, userId, keyIds) {
          if (keyIds.length === 0) return []
          return yield* taskPlace.all(sql`
            SELECT ${taskPlace.columns} FROM ${openTasks}
            JOIN task_key i ON i.task_id = w.id
            JOIN translation_key k ON k.id = i.key_id AND k.project_id = i.project_id AND k.deleted_at IS NULL
            WHERE ${isOwnTask(projectId, userId)} AND i.key_id IN ${jsonIds(sql, keyIds)}`)
        }, Effect.orDie),

        findTaskLanguages: Effect.fnUntraced(function* (projectId, userId, number) {
          return yield* taskLanguages.first(sql`
            SELECT ${taskLanguages.columns} FROM ${openTasks}
            WHERE ${isOwnTask(projectId, userId)} AND w.number = ${number}`)
        }, Effect.orDie),

        listOrganizationUsers: Effect.fnUntraced(function* (organizationId, userIds) {
          return yield* organizationUser.all(sql`
            SELECT ${organizationUser.columns}
            FROM user_account u
            LEFT JOIN organization_role r ON r.organization_id = ${organizationId} AND r.user_id = u.id
            WHERE u.id IN ${jsonIds(sql, userIds)}`)
        }, Effect.orDie),

        listApiKeys: Effect.fnUntraced(function* (keyHashes) {
          return yield* apiKeyByHash.all(sql`
            SELECT ${apiKeyByHash.columns} FROM project_api_key k WHERE k.key_hash IN ${jsonTexts(sql, keyHashes)}`)
        }, Effect.orDie),

        listAccessTokens: Effect.fnUntraced(function* (tokenHashes) {
          return yield* accessTokenByHash.all(sql`
            SELECT ${accessTokenByHash.columns}
            FROM personal_access_token t WHERE t.token_hash IN ${jsonTexts(sql, tokenHashes)}`)
        }, Effect.orDie),

        listSessions: Effect.fnUntraced(function* (sessionIds) {
          return yield* sessionById.all(sql`
            SELECT ${sessionById.columns} FROM console_session s WHERE s.id IN ${jsonIds(sql, sessionIds)}`)
        }, Effect.orDie),

        findOrganization: Effect.fnUntraced(function* (reference, userId) {
          const [row] = yield* organizationWithRole.all(sql`
            SELECT ${organizationWithRole.columns}
            FROM organization o
            LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ${userId}
            WHERE ${typeof reference === "number" ? sql`o.id = ${reference}` : sql`o.slug = ${reference}`}
              AND o.deleted_at IS NULL`)
          if (row === undefined) return Option.none()
          const organization = toOrganizationRow(row)
          if (row.role !== null) return Option.some({ ...organization, hasProjectPermission: false })
          // Only for users without a role: as a part of the statement above it would be looked up for all users.
          const found = yield* sql`
            SELECT 1 AS one FROM direct_permission d JOIN project p ON p.id = d.project_id
            WHERE d.user_id = ${userId} AND p.organization_id = ${row.organizationId} AND p.deleted_at IS NULL
              AND (d.type IS NULL OR d.type <> 'NONE')
            LIMIT 1`
          return Option.some({ ...organization, hasProjectPermission: found.length > 0 })
        }, Effect.orDie),

        markUsed: Effect.fnUntraced(function* ({ apiKeyIds, accessTokenIds, sessionIds, at }) {
          const skipLocked = sql.literal(
            sql.onDialectOrElse({ pg: () => "FOR NO KEY UPDATE SKIP LOCKED", orElse: () => "" })
          )
          const mark = (table: string, ids: ReadonlyArray<number>) => sql`
            UPDATE ${sql(table)} SET last_used_at = ${at}
            WHERE id IN (SELECT id FROM ${sql(table)} WHERE id IN ${jsonIds(sql, ids)} ${skipLocked})`
          if (apiKeyIds.length > 0) yield* mark("project_api_key", apiKeyIds)
          if (accessTokenIds.length > 0) yield* mark("personal_access_token", accessTokenIds)
          if (sessionIds.length > 0) yield* mark("console_session", sessionIds)
        }, Effect.orDie)
      })
    })
  )
}
