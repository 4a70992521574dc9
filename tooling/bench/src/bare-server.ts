// The floor: what node:http, better-sqlite3 and JSON.stringify cost for the same answers, with the same checks of
// credentials and permissions, and nothing else. Reads the database that the product is measured on.
import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import BetterSqlite3 from "better-sqlite3"

const database = new BetterSqlite3(process.env["BARE_DATABASE"] ?? "", { readonly: true })
const secret = process.env["BARE_SECRET"] ?? ""

type Row = Record<string, string | number | null>

const typeScopes: Record<string, ReadonlyArray<string>> = {
  NONE: [],
  VIEW: ["keys.view", "translations.view", "screenshots.view", "activity.view", "tasks.view"],
  TRANSLATE: [
    "keys.view",
    "translations.view",
    "translations.edit",
    "screenshots.view",
    "activity.view",
    "translation-comments.add",
    "translation-comments.set-state",
    "tasks.view"
  ]
}

const verified = new Map<string, number>()
const userOf = (authorization: string | undefined): number | undefined => {
  const token = authorization?.slice("Bearer ".length) ?? ""
  const known = verified.get(token)
  if (known !== undefined) return known
  const [head = "", claims = "", signature = ""] = token.split(".")
  const wanted = createHmac("sha512", secret).update(`${head}.${claims}`).digest()
  const found = Buffer.from(signature, "base64url")
  if (wanted.length !== found.length || !timingSafeEqual(wanted, found)) return undefined
  const userId = Number(JSON.parse(Buffer.from(claims, "base64url").toString()).sub)
  verified.set(token, userId)
  return userId
}

const user = database.prepare(
  "SELECT id, tokens_valid_not_before FROM user_account WHERE id = ? AND disabled_at IS NULL"
)
const organization = database.prepare(
  `SELECT o.id, o.name, o.slug, o.description, o.base_type, r.role FROM organization o
   LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ? WHERE o.slug = ? AND o.deleted_at IS NULL`
)
const total = database.prepare(
  `SELECT (SELECT count(*) FROM project WHERE organization_id = ? AND deleted_at IS NULL) -
    (SELECT count(*) FROM direct_permission d JOIN project p ON p.id = d.project_id
     WHERE d.user_id = ? AND d.type = 'NONE' AND p.organization_id = ? AND p.deleted_at IS NULL) AS total`
)
const projects = database.prepare(
  `SELECT p.id, p.name, p.slug, p.description, p.use_namespaces, p.icu_placeholders,
     p.translation_protection,
     l.id AS language_id, l.name AS language_name, l.tag, l.original_name, l.flag_emoji,
     d.project_id AS direct, d.type, d.translate_language_ids
   FROM project p
   LEFT JOIN language l ON l.id = p.base_language_id
   LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ?
   WHERE p.organization_id = ? AND p.deleted_at IS NULL AND (d.type IS NULL OR d.type <> 'NONE')
   ORDER BY p.id LIMIT ? OFFSET ?`
)
const apiKey = database.prepare("SELECT user_id, project_id, scopes FROM project_api_key WHERE key_hash = ?")
const access = database.prepare(
  `SELECT p.id, r.role, o.base_type, d.type FROM project p JOIN organization o ON o.id = p.organization_id
   LEFT JOIN organization_role r ON r.organization_id = o.id AND r.user_id = ?
   LEFT JOIN direct_permission d ON d.project_id = p.id AND d.user_id = ? WHERE p.id = ?`
)
const importFile = database.prepare(
  `SELECT f.issue_count FROM import_file f JOIN import i ON i.id = f.import_id
   WHERE f.id = ? AND i.project_id = ? AND i.user_id = ? AND i.deleted_at IS NULL`
)
const issues = database.prepare(
  `SELECT id, type, parameters, line_number, column_number, message, excerpt FROM import_file_issue
   WHERE import_file_id = ? AND position >= ? ORDER BY position LIMIT ?`
)

const permissionModel = (type: string, languages: unknown) => ({
  scopes: typeScopes[type] ?? [],
  type,
  permittedLanguageIds: languages,
  translateLanguageIds: languages,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
})

const listProjects = (authorization: string | undefined, slug: string, query: URLSearchParams): unknown => {
  const userId = userOf(authorization)
  if (userId === undefined || user.get(userId) === undefined) return undefined
  const owner = organization.get(userId, slug) as Row | undefined
  if (owner === undefined) return undefined
  const size = Number(query.get("size") ?? 20)
  const page = Number(query.get("page") ?? 0)
  const count = (total.get(owner["id"], userId, owner["id"]) as { total: number }).total
  const base = permissionModel(String(owner["base_type"]), null)
  const organizationOwner = {
    id: owner["id"],
    name: owner["name"],
    slug: owner["slug"],
    description: owner["description"],
    basePermissions: base,
    avatar: null
  }
  const items = (projects.all(userId, owner["id"], size, page * size) as Array<Row>).map((row) => {
    const languages = row["translate_language_ids"] === null ? null : JSON.parse(String(row["translate_language_ids"]))
    const direct = row["direct"] === null ? null : permissionModel(String(row["type"]), languages)
    return {
      id: row["id"],
      name: row["name"],
      description: row["description"],
      slug: row["slug"],
      avatar: null,
      organizationOwner,
      baseLanguage: {
        id: row["language_id"],
        name: row["language_name"],
        tag: row["tag"],
        originalName: row["original_name"],
        flagEmoji: row["flag_emoji"],
        base: true
      },
      useNamespaces: row["use_namespaces"] === 1,
      defaultNamespace: null,
      organizationRole: owner["role"],
      directPermission: direct,
      computedPermission: {
        permissionModel: direct,
        origin: direct === null ? "ORGANIZATION_BASE" : "DIRECT",
        ...(direct ?? base)
      },
      icuPlaceholders: row["icu_placeholders"] === 1,
      translationProtection: row["translation_protection"],
      public: false,
      suggestionsMode: "DISABLED",
      useBranching: false,
      useQaChecks: false,
      rejectBrokenIcu: false,
      markTaskKeysDone: true
    }
  })
  return {
    _embedded: { projects: items },
    page: { size, totalElements: count, totalPages: Math.ceil(count / size), number: page }
  }
}

const listIssues = (key: string, projectId: number, fileId: number, query: URLSearchParams): unknown => {
  const digest = createHash("sha256").update(key).digest("base64")
  const found = apiKey.get(digest) as Row | undefined
  if (found === undefined || found["project_id"] !== projectId || user.get(found["user_id"]) === undefined)
    return undefined
  if (access.get(found["user_id"], found["user_id"], projectId) === undefined) return undefined
  const file = importFile.get(fileId, projectId, found["user_id"]) as { issue_count: number } | undefined
  if (file === undefined) return undefined
  const size = Number(query.get("size") ?? 20)
  const page = Number(query.get("page") ?? 0)
  return {
    _embedded: {
      importFileIssues: (issues.all(fileId, page * size, size) as Array<Row>).map((row) => ({
        id: row["id"],
        type: row["type"],
        params: JSON.parse(String(row["parameters"])),
        line: row["line_number"],
        column: row["column_number"],
        message: row["message"],
        excerpt: row["excerpt"] === null ? null : JSON.parse(String(row["excerpt"]))
      }))
    },
    page: { size, totalElements: file.issue_count, totalPages: Math.ceil(file.issue_count / size), number: page }
  }
}

createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://127.0.0.1")
  const [, slug] = /^\/v2\/organizations\/([^/]+)\/projects$/.exec(url.pathname) ?? []
  const [, projectId, fileId] = /^\/v2\/projects\/(\d+)\/import\/result\/files\/(\d+)\/issues$/.exec(url.pathname) ?? []
  const answer =
    url.pathname === "/health"
      ? { status: "UP" }
      : slug !== undefined
        ? listProjects(request.headers.authorization, slug, url.searchParams)
        : listIssues(String(request.headers["x-inner-key"] ?? ""), Number(projectId), Number(fileId), url.searchParams)
  const body = JSON.stringify(answer ?? { code: "not_found" })
  response.writeHead(answer === undefined ? 404 : 200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}).listen(Number(process.env["BARE_PORT"]), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
