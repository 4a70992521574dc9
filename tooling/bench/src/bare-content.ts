// The floor of the content benchmarks: plain SQL and JSON.stringify behind node:http on the same database file, with the
// same check of the credential, and nothing else. It answers what the product answers, field by field.
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import BetterSqlite3 from "better-sqlite3"

const database = new BetterSqlite3(process.env["BARE_DATABASE"] ?? "", { readonly: true })
database.pragma("cache_size = -16384")

const statements = new Map<string, BetterSqlite3.Statement>()
const prepare = (sql: string): BetterSqlite3.Statement => {
  const known = statements.get(sql) ?? database.prepare(sql)
  statements.set(sql, known)
  return known
}

interface Language {
  readonly id: number
  readonly name: string
  readonly tag: string
  readonly originalName: string
  readonly flagEmoji: string | null
  readonly base: boolean
}

const languagesOf = (projectId: number): ReadonlyArray<Language> =>
  (
    prepare(
      `SELECT l.id, l.name, l.tag, l.original_name AS originalName, l.flag_emoji AS flagEmoji,
         p.base_language_id = l.id AS base
       FROM language l JOIN project p ON p.id = l.project_id
       WHERE l.project_id = ? AND l.deleted_at IS NULL ORDER BY l.id`
    ).all(projectId) as ReadonlyArray<Omit<Language, "base"> & { readonly base: number }>
  ).map((language) => ({ ...language, base: language.base === 1 }))

interface KeyRow {
  readonly id: number
  readonly name: string
  readonly created_at: number
  readonly is_plural: number
  readonly plural_argument_name: string | null
  readonly namespace_id: number | null
  readonly namespace: string | null
  readonly description: string | null
  readonly max_char_limit: number | null
  readonly has_context: number
}

interface TextRow {
  readonly id: number
  readonly key_id: number
  readonly language_id: number
  readonly text: string | null
  readonly state: string
  readonly is_outdated: number
  readonly is_auto: number
  readonly machine_translation_provider: string | null
}

const from = "FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id"

const listPage = (projectId: number, query: URLSearchParams): unknown => {
  const languages = languagesOf(projectId)
  const where = `k.project_id = ${projectId} AND k.deleted_at IS NULL AND ${query.get("where")}`
  const after = query.get("after")
  const [{ total } = { total: 0 }] = prepare(`SELECT count(*) AS total ${from} WHERE ${where}`).all() as ReadonlyArray<{
    readonly total: number
  }>
  const keys = prepare(
    `SELECT k.id, k.name, k.created_at, k.is_plural, k.plural_argument_name, k.namespace_id, n.name AS namespace,
       k.description, k.max_char_limit, EXISTS (SELECT 1 FROM key_neighbour kn WHERE kn.key_id = k.id) AS has_context
     ${from} WHERE ${where} ${after === null ? "" : `AND ${after}`} ORDER BY ${query.get("order")} LIMIT 60`
  ).all() as ReadonlyArray<KeyRow>
  const ids = JSON.stringify(keys.map(({ id }) => id))
  const texts = new Map<string, TextRow>()
  for (const row of prepare(
    `SELECT id, key_id, language_id, text, state, is_outdated, is_auto, machine_translation_provider
     FROM translation WHERE key_id IN (SELECT value FROM json_each(?))`
  ).all(ids) as ReadonlyArray<TextRow>) {
    texts.set(`${row.key_id} ${row.language_id}`, row)
  }
  const tags = prepare(
    `SELECT kt.key_id, g.id, g.name FROM key_tag kt JOIN tag g ON g.id = kt.tag_id
     WHERE kt.key_id IN (SELECT value FROM json_each(?)) ORDER BY g.name`
  ).all(ids) as ReadonlyArray<{ readonly key_id: number; readonly id: number; readonly name: string }>
  return {
    _embedded: {
      keys: keys.map((key) => ({
        keyId: key.id,
        createdAt: key.created_at,
        keyName: key.name,
        keyIsPlural: key.is_plural === 1,
        keyPluralArgName: key.plural_argument_name,
        keyNamespaceId: key.namespace_id,
        keyNamespace: key.namespace,
        keyDescription: key.description,
        keyMaxCharLimit: key.max_char_limit,
        keyTags: tags.filter(({ key_id }) => key_id === key.id).map(({ id, name }) => ({ id, name })),
        screenshotCount: 0,
        screenshots: [],
        contextPresent: key.has_context === 1,
        translations: Object.fromEntries(
          languages.map(({ id, tag }) => {
            const row = texts.get(`${key.id} ${id}`)
            const auto = row?.is_auto === 1
            const mtProvider = row?.machine_translation_provider ?? null
            return [
              tag,
              {
                id: row?.id ?? null,
                text: row?.text ?? null,
                state: row?.state ?? "UNTRANSLATED",
                outdated: row?.is_outdated === 1,
                auto,
                fromTranslationMemory: auto && mtProvider === null,
                mtProvider,
                commentCount: 0,
                unresolvedCommentCount: 0,
                labels: [],
                qaIssueCount: 0,
                qaChecksStale: false
              }
            ]
          })
        ),
        tasks: null,
        branch: null
      }))
    },
    page: {
      size: 60,
      totalElements: total,
      totalPages: Math.ceil(total / 60),
      number: Number(query.get("page") ?? 0)
    },
    selectedLanguages: languages
  }
}

interface NamedText {
  readonly name: string
  readonly text: string | null
}

/** Nested at dots; these keys do not collide. */
const tree = (rows: ReadonlyArray<NamedText>): object => {
  const root: Record<string, unknown> = {}
  for (const { name, text } of rows) {
    const path = name.split(".")
    const leaf = path.pop() ?? ""
    let place = root
    for (const step of path) {
      place[step] ??= {}
      place = place[step] as Record<string, unknown>
    }
    place[leaf] = text
  }
  return root
}

const namedTexts = (projectId: number, languageId: number, namespaces: string): ReadonlyArray<NamedText> =>
  prepare(
    `SELECT k.name, t.text FROM translation_key k JOIN translation t ON t.key_id = k.id AND t.language_id = ?
     WHERE k.project_id = ? AND k.deleted_at IS NULL AND ${namespaces} ORDER BY k.name`
  ).all(languageId, projectId) as ReadonlyArray<NamedText>

const map = (projectId: number, tags: ReadonlyArray<string>): unknown =>
  Object.fromEntries(
    languagesOf(projectId)
      .filter(({ tag }) => tags.includes(tag))
      .map(({ id, tag }) => [tag, tree(namedTexts(projectId, id, "k.namespace_id IS NULL"))])
  )

const exportAll = (projectId: number): unknown =>
  Object.fromEntries(
    languagesOf(projectId).map(({ id, tag }) => [
      tag,
      Object.fromEntries(
        namedTexts(projectId, id, "1 = 1").flatMap(({ name, text }) => (text === null ? [] : [[name, text]]))
      )
    ])
  )

createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://127.0.0.1")
  const projectId = Number(url.searchParams.get("project"))
  const digest = createHash("sha256").update(String(request.headers["x-api-key"])).digest("base64")
  const isAllowed =
    prepare(
      `SELECT a.id FROM project_api_key a JOIN user_account u ON u.id = a.user_id AND u.disabled_at IS NULL
       WHERE a.key_hash = ? AND a.project_id = ?`
    ).get(digest, projectId) !== undefined
  const answer = (): unknown => {
    switch (url.pathname) {
      case "/list":
        return listPage(projectId, url.searchParams)
      case "/map":
        return map(projectId, url.searchParams.get("tags")?.split(",") ?? [])
      case "/export":
        return exportAll(projectId)
      default:
        return { status: "UP" }
    }
  }
  const isHealth = url.pathname === "/health"
  const body = Buffer.from(JSON.stringify(isHealth || isAllowed ? answer() : { code: "not_found" }))
  response.writeHead(isHealth || isAllowed ? 200 : 404, {
    "content-type": "application/json",
    "content-length": body.byteLength
  })
  response.end(body)
}).listen(Number(process.env["BARE_PORT"]), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
