import { randomBytes } from "node:crypto"
import type { ActivityType } from "@dragoman/domain/activity"
import type { BatchJobStatus, BatchOperation } from "@dragoman/domain/batch-job"
import type { BranchState } from "@dragoman/domain/branch"
import type { OrganizationRole, Permission, PermissionType, Scope, ServerRole } from "@dragoman/domain/permission"
import type { DeliveryState } from "@dragoman/domain/webhook"
import {
  AccessRepository,
  Database,
  digestOfInvitationCode,
  directPermissionTable,
  organizationTable,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { hashPassword } from "../identity/authentication/password.ts"
import { AccessTokens } from "../service/access/access-token.ts"
import { digestOfKey } from "../service/access/authenticate.ts"

// Seeds for tests, written straight into the database: fast, and without the endpoints that are under test.

const hourMillis = 3_600_000

type Columns = Record<string, string | number | null>

const insert = (table: string, columns: Columns) => insertWithoutTime(table, { created_at: 0, ...columns })

const insertWithoutTime = Effect.fnUntraced(function* (table: string, columns: Columns) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const [row] = yield* Effect.orDie(
    database.transaction(sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(columns)} RETURNING *`)
  )
  return row?.id ?? 0
})

const noLanguages = { translateLanguageIds: null, viewLanguageIds: null, stateChangeLanguageIds: null }

export type SeedPermission = PermissionType | ReadonlyArray<Scope> | Partial<Permission>

/** A type, granular scopes, or parts of a permission. */
export const toPermission = (permission: SeedPermission): Permission => {
  if (typeof permission === "string") return { type: permission, scopes: null, ...noLanguages }
  if (Array.isArray(permission)) return { type: null, scopes: permission, ...noLanguages }
  return { type: null, scopes: null, ...noLanguages, ...permission }
}

const toSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-")

/** Hash of a password that no test uses. */
const unknownPasswordHash =
  "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

/** The id of a new user, with a password that is not known unless it is given; null: none. */
const user = Effect.fnUntraced(function* (options: {
  readonly username: string
  readonly name?: string
  readonly serverRole?: ServerRole
  readonly password?: string | null
}) {
  const { password } = options
  return yield* insert("user_account", {
    username: options.username,
    name: options.name ?? options.username,
    server_role: options.serverRole ?? "USER",
    password_hash:
      typeof password === "string" ? yield* hashPassword(password) : password === null ? null : unknownPasswordHash
  })
})

/** Base permission VIEW unless another one is given. The slug is the name in small letters. */
const organization = Effect.fnUntraced(function* (options: {
  readonly name: string
  readonly owner: number
  readonly members?: ReadonlyArray<number>
  readonly basePermission?: SeedPermission
}) {
  const slug = toSlug(options.name)
  const { type, scopes } = toPermission(options.basePermission ?? "VIEW")
  const row = organizationTable.encode({ name: options.name, slug, baseType: type, baseScopes: scopes })
  const id = yield* insert("organization", row)
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
  readonly isPublic?: boolean
}) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const slug = toSlug(options.name)
  const id = yield* insert("project", {
    organization_id: options.organization,
    name: options.name,
    slug,
    is_public: options.isPublic === true ? 1 : 0
  })
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
  readonly permission: SeedPermission
}) =>
  insert("direct_permission", {
    project_id: options.project,
    user_id: options.user,
    ...directPermissionTable.encode(toPermission(options.permission))
  })

/** Makes a user a member or an owner of an organization. */
const organizationRole = (options: {
  readonly organization: number
  readonly user: number
  readonly role: OrganizationRole
}) => insert("organization_role", { organization_id: options.organization, user_id: options.user, role: options.role })

/** The id of an enabled webhook configuration without a receiver. */
const webhook = (options: { readonly project: number }) =>
  insert("webhook_configuration", { project_id: options.project, url: "http://127.0.0.1:8/", secret: "given" })

/** The id of a delivery that a webhook configuration has received, with one attempt. */
const delivery = Effect.fnUntraced(function* (options: {
  readonly webhook: number
  readonly state?: DeliveryState
  readonly type?: ActivityType
  readonly createdAt?: number
}) {
  const id = yield* insertWithoutTime("delivery", {
    message_id: `given-${randomBytes(8).toString("hex")}`,
    webhook_configuration_id: options.webhook,
    revision_id: 1,
    activity_type: options.type ?? "EDIT_LANGUAGE",
    state: options.state ?? "DELIVERED",
    attempt_count: 1,
    next_attempt_at: 0,
    // Older ones are removed from the log by the dispatcher when it starts.
    created_at: options.createdAt ?? Date.now(),
    last_started_at: 5,
    last_duration_millis: 7,
    last_status: 200,
    last_answer: "given"
  })
  yield* insertWithoutTime("delivery_content", { delivery_id: id, body: "{}" })
  return id
})

const withDigest = (code: string) => ({ code, code_digest: digestOfInvitationCode(code) })

/** The id of an invitation into a project or into an organization, which never expires. */
const invitation = (
  options: { readonly createdBy: number } & ({ readonly project: number } | { readonly organization: number })
) =>
  insert("invitation", {
    ...withDigest(randomBytes(25).toString("hex")),
    created_by: options.createdBy,
    expires_at: Number.MAX_SAFE_INTEGER,
    ...("project" in options
      ? { project_id: options.project, type: "VIEW" }
      : { organization_id: options.organization, organization_role: "MEMBER" })
  })

/** Creates the upload of a user into a project: one file with one text in one language. */
const importOf = Effect.fnUntraced(function* (options: { readonly project: number; readonly user: number }) {
  const importId = yield* insert("import", { project_id: options.project, user_id: options.user })
  const file = { import_id: importId, name: "given.json", format: "JSON_ICU", format_reason: "given" }
  const fileId = yield* insertWithoutTime("import_file", file)
  const languageId = yield* insertWithoutTime("import_language", { import_file_id: fileId, name: "en" })
  const keyId = yield* insertWithoutTime("import_key", { import_file_id: fileId, name: "given" })
  const text = { import_language_id: languageId, import_key_id: keyId, value: "given" }
  return { fileId, languageId, translationId: yield* insertWithoutTime("import_translation", text) }
})

/** The id of an activity revision of which one language was modified. */
const revision = Effect.fnUntraced(function* (options: { readonly project: number; readonly language: number }) {
  const id = yield* insert("activity_revision", { project_id: options.project, type: "EDIT_LANGUAGE" })
  yield* insertWithoutTime("activity_modified_entity", {
    revision_id: id,
    entity_class: "Language",
    entity_id: options.language,
    kind: "MOD",
    description: "{}",
    modifications: "{}",
    relations: "{}"
  })
  return id
})

/** A credential with a project API key, and the id of the key. */
const apiKey = Effect.fnUntraced(function* (options: {
  readonly project: number
  readonly user: number
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt?: number | null
}) {
  // A key without prefix is its own inner key.
  const key = randomBytes(16).toString("hex")
  const id = yield* insert("project_api_key", {
    project_id: options.project,
    user_id: options.user,
    description: "given",
    scopes: JSON.stringify(options.scopes),
    key_hash: digestOfKey(key),
    expires_at: options.expiresAt ?? null
  })
  return { id, apiKey: key }
})

/** A credential with a personal access token, and the id of the token. */
const personalAccessToken = Effect.fnUntraced(function* (options: {
  readonly user: number
  readonly expiresAt?: number | null
}) {
  const secret = randomBytes(16).toString("hex")
  const id = yield* insert("personal_access_token", {
    user_id: options.user,
    description: "given",
    token_hash: digestOfKey(secret),
    updated_at: 0,
    expires_at: options.expiresAt ?? null
  })
  return { id, apiKey: `tgpat_${secret}` }
})

/** A credential with an access token; with `super` the password counts as entered just now. */
const accessToken = Effect.fnUntraced(function* (userId: number, options: { readonly super?: boolean } = {}) {
  const accessTokens = yield* AccessTokens
  const access = yield* AccessRepository
  const found = Option.getOrNull(yield* access.findUser(userId))
  const user = { userId, tokensValidNotBefore: found?.tokensValidNotBefore ?? 0 }
  return { accessToken: yield* accessTokens.issue({ user, isSuper: options.super ?? false }) }
})

/** A credential with a session of the web console; with `super` the password counts as entered just now. */
const session = Effect.fnUntraced(function* (userId: number, options: { readonly super?: boolean } = {}) {
  const access = yield* AccessRepository
  const now = yield* Clock.currentTimeMillis
  // Erased by the real time, also under a TestClock.
  const at = Math.max(now, Date.now())
  const value = randomBytes(16).toString("hex")
  const found = Option.getOrNull(yield* access.findUser(userId))
  const id = yield* insert("console_session", {
    user_id: userId,
    token_hash: digestOfKey(value),
    generation: found?.tokensValidNotBefore ?? 0,
    elevated_until: options.super === true ? now + hourMillis : 0,
    user_agent: "given",
    address: "192.0.2.0/24",
    created_at: at,
    last_used_at: at
  })
  return { id, session: value }
})

/** The id of a passkey that no authenticator has. */
const passkey = (options: { readonly user: number }) =>
  insert("passkey", {
    user_id: options.user,
    name: "given",
    credential_id: randomBytes(16).toString("base64url"),
    public_key: "",
    counter: 0,
    transports: "[]",
    relying_party: "dragoman.example",
    user_handle: "given",
    backed_up: 0
  })

/** A credential with a token with which an administrator acts as the user. */
const actingToken = Effect.fnUntraced(function* (options: { readonly administrator: number; readonly user: number }) {
  const accessTokens = yield* AccessTokens
  const users = yield* UserRepository
  const find = (userId: number) => Effect.map(users.find(userId), Option.getOrThrow)
  const [user, administrator] = [yield* find(options.user), yield* find(options.administrator)]
  return { accessToken: yield* accessTokens.issueForAdministrator({ user, administrator }) }
})

/** The id of a key, in the default namespace and on the default branch unless others are given. */
const translationKey = (options: {
  readonly project: number
  readonly name: string
  readonly namespace?: number
  readonly branch?: number | null
  readonly isDeleted?: boolean
}) =>
  insert("translation_key", {
    project_id: options.project,
    branch_id: options.branch ?? null,
    name: options.name,
    namespace_id: options.namespace ?? null,
    deleted_at: options.isDeleted === true ? Date.now() : null
  })

const translation = Effect.fnUntraced(function* (options: {
  readonly key: number
  readonly language: number
  readonly text: string
}) {
  return yield* insertWithoutTime("translation", {
    key_id: options.key,
    project_id: yield* projectOf("translation_key", options.key),
    language_id: options.language,
    text: options.text,
    state: "TRANSLATED"
  })
})

/** The project of a row of content. */
const projectOf = Effect.fnUntraced(function* (table: "translation_key" | "translation", id: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ projectId: number }>`SELECT project_id FROM ${sql(table)} WHERE id = ${id}`
  return row?.projectId ?? 0
}, Effect.orDie)

/** The id of a comment that needs a resolution. */
const comment = Effect.fnUntraced(function* (options: {
  readonly translation: number
  readonly author: number
  readonly text?: string
}) {
  return yield* insert("translation_comment", {
    translation_id: options.translation,
    project_id: yield* projectOf("translation", options.translation),
    author_id: options.author,
    text: options.text ?? "given",
    state: "NEEDS_RESOLUTION",
    updated_at: 0
  })
})

/** The id of an active suggestion that reviewers know of, so that hourly work notifies no user meanwhile. */
const suggestion = Effect.fnUntraced(function* (options: {
  readonly key: number
  readonly language: number
  readonly author: number
  readonly text?: string
}) {
  return yield* insert("translation_suggestion", {
    project_id: yield* projectOf("translation_key", options.key),
    key_id: options.key,
    language_id: options.language,
    author_id: options.author,
    text: options.text ?? "given",
    is_plural: 0,
    state: "ACTIVE",
    updated_at: 0,
    announced_at: 0
  })
})

const qualityIssue = (options: { readonly project: number; readonly translation: number }) =>
  insertWithoutTime("quality_issue", {
    project_id: options.project,
    translation_id: options.translation,
    type: "MISSING_NUMBERS",
    message: "qa_numbers_missing",
    identity: "given",
    state: "OPEN"
  })

const namespace = (options: { readonly project: number; readonly name: string }) =>
  insertWithoutTime("namespace", { project_id: options.project, name: options.name })

/** The id of a shared translation memory from English. */
const memory = (options: { readonly organization: number; readonly name: string }) =>
  insert("memory", {
    organization_id: options.organization,
    name: options.name,
    source_language_tag: "en",
    default_penalty: 0,
    write_only_reviewed: 0
  })

/** Lets a project use a memory, to read and to write. */
const memoryAssignment = (options: { readonly memory: number; readonly project: number }) =>
  insertWithoutTime("memory_assignment", {
    project_id: options.project,
    memory_id: options.memory,
    read_access: 1,
    write_access: 1,
    priority: 1
  })

/** The id of an entry of a translation memory, to Czech. */
const memoryEntry = (options: { readonly memory: number }) =>
  insert("memory_entry", {
    memory_id: options.memory,
    source_text: "Harbour",
    target_language_tag: "cs",
    target_text: "Přístav",
    digest: "",
    updated_at: 0
  })

/** The id of a glossary from English. */
const glossary = (options: { readonly organization: number; readonly name: string }) =>
  insert("glossary", {
    organization_id: options.organization,
    name: options.name,
    base_language_tag: "en",
    version: 0
  })

/** Lets a project use a glossary. */
const glossaryAssignment = (options: { readonly glossary: number; readonly project: number }) =>
  insertWithoutTime("glossary_project", { glossary_id: options.glossary, project_id: options.project })

/** The id of a term with texts by language. */
const glossaryTerm = Effect.fnUntraced(function* (options: {
  readonly glossary: number
  readonly texts: Readonly<Record<string, string>>
}) {
  const term = yield* insertWithoutTime("glossary_term", {
    glossary_id: options.glossary,
    is_non_translatable: 0,
    is_case_sensitive: 0,
    is_abbreviation: 0,
    is_forbidden: 0
  })
  for (const [languageTag, text] of Object.entries(options.texts)) {
    yield* insertWithoutTime("glossary_term_translation", {
      term_id: term,
      language_tag: languageTag,
      glossary_id: options.glossary,
      text
    })
  }
  return term
})

/** The id of a tag of a key. */
const tag = Effect.fnUntraced(function* (options: {
  readonly project: number
  readonly key: number
  readonly name: string
}) {
  const id = yield* insertWithoutTime("tag", { project_id: options.project, name: options.name })
  yield* insertWithoutTime("key_tag", { key_id: options.key, tag_id: id, project_id: options.project })
  return id
})

const label = (options: { readonly project: number; readonly name: string }) =>
  insertWithoutTime("label", { project_id: options.project, name: options.name, color: "#AA00FF" })

/** Seeded tasks of all projects have different numbers, with space for those that tests create. */
let taskNumbers = 0

/** The number of a task without keys and assignees. */
const task = Effect.fnUntraced(function* (options: { readonly project: number; readonly language: number }) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  taskNumbers += 1_000
  const number = taskNumbers
  yield* insert("task", {
    ...{ project_id: options.project, language_id: options.language, number },
    ...{ type: "TRANSLATE", state: "NEW", description: "" }
  })
  yield* Effect.orDie(
    database.transaction(sql`UPDATE project SET last_task_number = ${number} WHERE id = ${options.project}`)
  )
  return number
})

/** The id of an empty branch; the project uses branches from then on. `origin` absent: the default branch. */
const branch = Effect.fnUntraced(function* (options: {
  readonly project: number
  readonly name: string
  readonly isDefault?: boolean
  readonly isProtected?: boolean
  readonly origin?: number
  readonly author?: number
  readonly state?: BranchState
  readonly keyCount?: number
  readonly copiedCount?: number
}) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(sql`UPDATE project SET use_branching = 1 WHERE id = ${options.project}`))
  return yield* insert("branch", {
    project_id: options.project,
    name: options.name,
    is_default: options.isDefault === true ? 1 : 0,
    is_protected: options.isProtected === true ? 1 : 0,
    state: options.state ?? "READY",
    origin_branch_id: options.origin ?? null,
    author_id: options.author ?? null,
    key_count: options.keyCount ?? 0,
    copied_count: options.copiedCount ?? 0,
    deleted_at: options.state === "DELETED" ? 1 : null
  })
})

/** The id of a comparison of two branches without changes; `mergedAt` absent: not applied. */
const branchMerge = (options: {
  readonly project: number
  readonly source: number
  readonly target: number
  readonly mergedAt?: number
}) =>
  insert("branch_merge", {
    project_id: options.project,
    source_branch_id: options.source,
    target_branch_id: options.target,
    source_revision_id: 0,
    target_revision_id: 0,
    merged_at: options.mergedAt ?? null
  })

/** The id of a change of a merge, which deletes no key. */
const branchMergeChange = (options: { readonly merge: number }) =>
  insertWithoutTime("branch_merge_change", {
    merge_id: options.merge,
    type: "DELETE",
    versions: JSON.stringify({ base: null, source: null, target: null })
  })

/** The id of a prompt with the default template. */
const prompt = (options: { readonly project: number; readonly name: string }) =>
  insertWithoutTime("prompt", { project_id: options.project, name: options.name, provider_name: "default" })

/** The id of a storage at an address of this machine where nothing listens. */
const contentStorage = (options: { readonly project: number; readonly name: string }) =>
  insertWithoutTime("content_storage", {
    project_id: options.project,
    name: options.name,
    type: "S3",
    settings: JSON.stringify({ bucketName: "texts", endpoint: "http://127.0.0.1:9", signingRegion: "any", path: "" }),
    secret: JSON.stringify({ accessKey: "name", secretKey: "secret" }),
    created_at: 0
  })

/** The id of a content delivery of all texts as JSON, with a random slug in the storage of the server. */
const contentDelivery = (options: { readonly project: number; readonly branch?: number }) =>
  insertWithoutTime("content_delivery", {
    project_id: options.project,
    branch_id: options.branch ?? null,
    name: "delivery",
    slug: randomBytes(16).toString("hex"),
    auto_publish: 0,
    prune_before_publish: 1,
    zip: 0,
    parameters: JSON.stringify({
      ...{ languages: null, format: "JSON", structureDelimiter: ".", supportArrays: false, messageFormat: null },
      ...{ fileStructureTemplate: null, escapeHtml: false, filterKeyId: null, filterKeyIdNot: null, filterTag: null },
      ...{ filterTagIn: null, filterTagNotIn: null, filterKeyPrefix: null, filterState: null, filterNamespace: null }
    }),
    created_at: 0
  })

/** The id of a provider of language models, without a key. */
const llmProvider = (options: { readonly organization: number; readonly name: string }) =>
  insertWithoutTime("llm_provider", {
    organization_id: options.organization,
    name: options.name,
    type: "OPENAI",
    // A private address, which the rules forbid: requests of tests stay on this machine.
    api_url: "http://127.0.0.1:9",
    model: "small"
  })

/** A plan of an import, without keys. */
const importPlan = (options: { readonly project: number; readonly user: number }) =>
  insert("import_plan", {
    project_id: options.project,
    user_id: options.user,
    is_ready: 1,
    created_at: 0,
    expires_at: Number.MAX_SAFE_INTEGER,
    request: "{}",
    summary: JSON.stringify({
      keyCounts: { created: 0, changed: 0, removed: 0, left: 0, same: 0 },
      textCounts: [],
      rejection: null,
      report: { issues: [], issueCount: 0, notices: [], noticeCount: 0 }
    })
  })

/**
 * The id of a batch job that another server works on, as far as this one knows: it waits until a test changes that.
 */
const batchJob = Effect.fnUntraced(function* (options: {
  readonly project: number
  readonly author: number
  readonly keys?: ReadonlyArray<number>
  readonly operation?: BatchOperation
  readonly status?: BatchJobStatus
}) {
  const keys = options.keys ?? [1]
  const id = yield* insert("batch_job", {
    project_id: options.project,
    author_id: options.author,
    operation: JSON.stringify(options.operation ?? { type: "DELETE_KEYS" }),
    status: options.status ?? "RUNNING",
    total_items: keys.length,
    leased_by: "another server",
    leased_until: Number.MAX_SAFE_INTEGER,
    updated_at: 0
  })
  for (const [number, key] of keys.entries()) {
    yield* insertWithoutTime("batch_job_piece", { job_id: id, number, key_ids: JSON.stringify([key]) })
  }
  return id
})

/** Lets a project group its keys by namespaces. */
const useNamespaces = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  yield* Effect.orDie(database.transaction(sql`UPDATE project SET use_namespaces = 1 WHERE id = ${projectId}`))
})

/** The id of an image of one pixel: an upload that waits for its user, or a screenshot of a key. */
const image = Effect.fnUntraced(function* (options: { readonly uploadedBy: number } | { readonly key: number }) {
  const id = yield* insert("image", {
    name: randomBytes(16).toString("hex"),
    ...("key" in options
      ? { purpose: "SCREENSHOT", owner_id: null }
      : { purpose: "UPLOAD", owner_id: options.uploadedBy }),
    width: 1,
    height: 1,
    uploaded_width: 1,
    uploaded_height: 1,
    // Now: what waits for too long is purged.
    created_at: Date.now()
  })
  if ("key" in options) {
    const projectId = yield* projectOf("translation_key", options.key)
    yield* insertWithoutTime("screenshot_reference", { image_id: id, key_id: options.key, project_id: projectId })
  }
  return id
})

export const seed = {
  key: translationKey,
  image,
  translation,
  comment,
  suggestion,
  qualityIssue,
  glossary,
  glossaryAssignment,
  glossaryTerm,
  memory,
  memoryAssignment,
  memoryEntry,
  namespace,
  tag,
  label,
  task,
  branch,
  branchMerge,
  branchMergeChange,
  prompt,
  contentStorage,
  contentDelivery,
  llmProvider,
  user,
  organization,
  organizationRole,
  project,
  useNamespaces,
  directPermission,
  webhook,
  delivery,
  invitation,
  batchJob,
  importPlan,
  import: importOf,
  revision,
  apiKey,
  personalAccessToken,
  accessToken,
  passkey,
  session,
  actingToken
}
