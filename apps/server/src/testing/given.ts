import { randomBytes } from "node:crypto"
import type { OrganizationRole, Permission, PermissionType, Scope, ServerRole } from "@dragoman/domain/permission"
import { Database, printPermissionColumns } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { digestOfKey } from "../access/authenticate.ts"
import { AccessTokens } from "../authentication/access-token.ts"
import { hashPassword } from "../authentication/password-hash.ts"

// Worlds for tests, written straight into the database: fast, and without the endpoints that are under test.

type Columns = Record<string, string | number | null>

const insert = Effect.fnUntraced(function* (table: string, columns: Columns) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const [row] = yield* Effect.orDie(
    database.transaction(
      sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert({ created_at: 0, ...columns })} RETURNING *`
    )
  )
  return row?.id ?? 0
})

const noLanguages = { translateLanguageIds: null, viewLanguageIds: null, stateChangeLanguageIds: null }

export type GivenPermission = PermissionType | ReadonlyArray<Scope> | Partial<Permission>

/** A type, granular scopes, or parts of a permission. */
export const toPermission = (given: GivenPermission): Permission => {
  if (typeof given === "string") return { type: given, scopes: null, ...noLanguages }
  if (Array.isArray(given)) return { type: null, scopes: given, ...noLanguages }
  return { type: null, scopes: null, ...noLanguages, ...given }
}

const toSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-")

/** The id of a new user; without a password nobody can log in as the user. */
const user = Effect.fnUntraced(function* (options: {
  readonly username: string
  readonly name?: string
  readonly serverRole?: ServerRole
  readonly password?: string
}) {
  return yield* insert("user_account", {
    username: options.username,
    name: options.name ?? options.username,
    server_role: options.serverRole ?? "USER",
    password_hash: options.password === undefined ? null : yield* hashPassword(options.password)
  })
})

/** Base permission VIEW unless another one is given. The slug is the name in small letters. */
const organization = Effect.fnUntraced(function* (options: {
  readonly name: string
  readonly owner: number
  readonly members?: ReadonlyArray<number>
  readonly basePermission?: GivenPermission
}) {
  const slug = toSlug(options.name)
  const { type, scopes } = printPermissionColumns(toPermission(options.basePermission ?? "VIEW"))
  const id = yield* insert("organization", { name: options.name, slug, base_type: type, base_scopes: scopes })
  const role = (userId: number, name: OrganizationRole) =>
    insert("organization_role", { organization_id: id, user_id: userId, role: name })
  yield* role(options.owner, "OWNER")
  yield* Effect.forEach(options.members ?? [], (userId) => role(userId, "MEMBER"))
  return { id, slug }
})

/** Languages are given by tag; the first one is the base language. The slug is the name in small letters. */
const project = Effect.fnUntraced(function* (options: {
  readonly organization: number
  readonly name: string
  readonly languages?: ReadonlyArray<string>
}) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const slug = toSlug(options.name)
  const id = yield* insert("project", { organization_id: options.organization, name: options.name, slug })
  const languages: Record<string, number> = {}
  for (const tag of options.languages ?? ["en"]) {
    languages[tag] = yield* insert("language", { project_id: id, tag, name: `Language ${tag}` })
  }
  const [base = null] = Object.values(languages)
  yield* Effect.orDie(database.transaction(sql`UPDATE project SET base_language_id = ${base} WHERE id = ${id}`))
  return { id, slug, languages: languages as Readonly<Record<string, number>> }
})

const directPermission = (options: {
  readonly project: number
  readonly user: number
  readonly permission: GivenPermission
}) =>
  insert("direct_permission", {
    project_id: options.project,
    user_id: options.user,
    ...printPermissionColumns(toPermission(options.permission))
  })

/** Makes a user a member or an owner of an organization. */
const organizationRole = (options: {
  readonly organization: number
  readonly user: number
  readonly role: OrganizationRole
}) => insert("organization_role", { organization_id: options.organization, user_id: options.user, role: options.role })

/** The id of an enabled webhook configuration that nobody receives. */
const webhook = (options: { readonly project: number }) =>
  insert("webhook_configuration", { project_id: options.project, url: "http://127.0.0.1:9/", secret: "given" })

/** A credential with a project API key. */
const apiKey = Effect.fnUntraced(function* (options: {
  readonly project: number
  readonly user: number
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt?: number | null
}) {
  // A key without prefix is its own inner key. Source: reference "auth-and-permissions" 4.5.
  const key = randomBytes(16).toString("hex")
  yield* insert("project_api_key", {
    project_id: options.project,
    user_id: options.user,
    description: "given",
    scopes: JSON.stringify(options.scopes),
    key_hash: digestOfKey(key),
    expires_at: options.expiresAt ?? null
  })
  return { apiKey: key }
})

/** A credential with a personal access token. */
const personalAccessToken = Effect.fnUntraced(function* (options: {
  readonly user: number
  readonly expiresAt?: number | null
}) {
  const secret = randomBytes(16).toString("hex")
  yield* insert("personal_access_token", {
    user_id: options.user,
    description: "given",
    token_hash: digestOfKey(secret),
    updated_at: 0,
    expires_at: options.expiresAt ?? null
  })
  return { apiKey: `tgpat_${secret}` }
})

/** A credential with an access token; with `super` the password counts as entered just now. */
const accessToken = Effect.fnUntraced(function* (userId: number, options: { readonly super?: boolean } = {}) {
  const accessTokens = yield* AccessTokens
  return { accessToken: yield* accessTokens.issue({ userId, isSuper: options.super ?? false }) }
})

/** Lets a project group its keys by namespaces. */
const useNamespaces = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(sql`UPDATE project SET use_namespaces = 1 WHERE id = ${projectId}`))
})

export const given = {
  user,
  organization,
  organizationRole,
  project,
  useNamespaces,
  directPermission,
  webhook,
  apiKey,
  personalAccessToken,
  accessToken
}
