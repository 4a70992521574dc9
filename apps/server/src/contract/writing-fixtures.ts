import { Database, digestOfInvitationCode } from "@dragoman/store"
import { Array as Arr, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The first id of a world in every table; the second one is the next number, and so on. */
export type FixtureId = number

/** Far above the ids that the database gives. */
const firstId = 1_000_000
const idsPerFixture = 10

/** Rows of one statement. */
const rowsAtOnce = 400

/** The administrators of the server, of whom there are a few in all. */
export const administratorIds = [firstId - 2, firstId - 1]

type Row = Record<string, string | number | null>

/**
 * One world of everything that an operation may change, from its id `w`: users `w` and `w + 1` own organization `w`, user
 * `w + 2` is a member, user `w + 3` is invited, user `w + 4` has a direct permission; user `w` owns organization `w + 1` as well. Project `w` has the languages
 * en `w`, de `w + 1` and cs `w + 2`, the keys `w` and `w + 1` (in namespace `w`), and in the trash `w + 2` and, for long
 * enough to be purged, `w + 3`.
 */
const rowsOf = (w: FixtureId, now: number): ReadonlyArray<readonly [table: string, rows: ReadonlyArray<Row>]> => {
  const old = { created_at: 0 }
  const user = (id: number, name: string) => ({ id, username: `${name}${w}`, name, server_role: "USER", ...old })
  const organization = (id: number) => ({ id, name: `Organization ${id}`, slug: `o${id}`, base_type: "VIEW", ...old })
  const role = (organization_id: number, user_id: number, name: string) => ({
    organization_id,
    user_id,
    role: name,
    ...old
  })
  const key = (id: number, namespace_id: number | null, deleted_at: number | null) => ({
    id,
    project_id: w,
    name: `key${id - w}`,
    namespace_id,
    deleted_at,
    ...old
  })
  const text = (id: number, key_id: number, language_id: number) => ({
    id,
    project_id: w,
    key_id,
    language_id,
    text: `text ${id - w}`,
    state: "TRANSLATED"
  })
  const language = (id: number, tag: string) => ({ id, project_id: w, name: `Language ${tag}`, tag, ...old })
  const invitation = (id: number) => {
    const code = `code${id}`
    return { id, code, code_digest: digestOfInvitationCode(code), created_by: w, expires_at: now + 86_400_000, ...old }
  }
  const image = (id: number, purpose: string, owner_id: number | null) => ({
    id,
    name: `image${id}`,
    purpose,
    owner_id,
    width: 1,
    height: 1,
    uploaded_width: 1,
    uploaded_height: 1,
    created_at: now
  })
  const importLanguage = { name: "en", existing_language_id: w, total_count: 1, conflict_count: 1, resolved_count: 0 }
  return [
    [
      "user_account",
      [user(w, "owner"), user(w + 1, "second"), user(w + 2, "member"), user(w + 3, "invited"), user(w + 4, "guest")]
    ],
    ["organization", [organization(w), organization(w + 1)]],
    [
      "organization_role",
      [role(w, w, "OWNER"), role(w, w + 1, "OWNER"), role(w, w + 2, "MEMBER"), role(w + 1, w, "OWNER")]
    ],
    [
      "project",
      [
        {
          id: w,
          last_task_number: w,
          organization_id: w,
          name: `Project ${w}`,
          slug: `p${w}`,
          base_language_id: w,
          use_namespaces: 1,
          use_branching: 1,
          suggestions_mode: "ENABLED",
          ...old
        }
      ]
    ],
    ["language", [language(w, "en"), language(w + 1, "de"), language(w + 2, "cs")]],
    ["namespace", [{ id: w, project_id: w, name: "app" }]],
    ["direct_permission", [2, 4].map((user) => ({ project_id: w, user_id: w + user, type: "EDIT", ...old }))],
    ["translation_key", [key(w, null, null), key(w + 1, w, null), key(w + 2, null, now), key(w + 3, null, 1)]],
    ["translation", [text(w, w, w), text(w + 1, w, w + 1), text(w + 2, w + 1, w), text(w + 3, w + 2, w + 1)]],
    [
      "translation_comment",
      [{ id: w, project_id: w, translation_id: w, author_id: w, text: "c", state: "RESOLVED", updated_at: 0, ...old }]
    ],
    [
      "translation_suggestion",
      [w, w + 1].map((id) => ({
        id,
        project_id: w,
        key_id: w,
        language_id: w,
        author_id: w + 2,
        text: `suggestion ${id}`,
        is_plural: 0,
        state: "ACTIVE",
        updated_at: 0,
        ...old
      }))
    ],
    [
      "memory",
      [w, w + 1, w + 2].map((id) => ({
        id,
        organization_id: id === w ? null : w,
        project_id: id === w ? w : null,
        name: id === w ? null : `Memory of ${id}`,
        source_language_tag: id === w ? null : "en",
        default_penalty: 0,
        write_only_reviewed: 1,
        ...old
      }))
    ],
    [
      "memory_entry",
      [
        {
          id: w,
          memory_id: w + 1,
          source_text: "source",
          target_language_tag: "cs",
          target_text: "text",
          digest: "",
          updated_at: 0,
          ...old
        }
      ]
    ],
    [
      "memory_assignment",
      [{ project_id: w, memory_id: w + 1, read_access: 1, write_access: 1, priority: 1, penalty: 100 }]
    ],
    [
      "glossary",
      [{ id: w, organization_id: w, name: `Glossary of ${w}`, base_language_tag: "en", version: 0, ...old }]
    ],
    ["glossary_project", [{ project_id: w, glossary_id: w }]],
    [
      "glossary_term",
      [
        {
          id: w,
          glossary_id: w,
          is_non_translatable: 0,
          is_case_sensitive: 0,
          is_abbreviation: 0,
          is_forbidden: 0
        }
      ]
    ],
    ["glossary_term_translation", [{ term_id: w, language_tag: "en", glossary_id: w, text: "term" }]],
    ["tag", [{ id: w, project_id: w, name: "tag" }]],
    ["key_tag", [{ key_id: w, tag_id: w, project_id: w }]],
    ["label", [w, w + 1].map((id) => ({ id, project_id: w, name: `label ${id}`, color: "#AA00FF" }))],
    [
      "branch",
      [
        { id: w, project_id: w, name: "main", is_default: 1, state: "READY", created_at: now },
        { id: w + 1, project_id: w, name: "next", is_default: 0, state: "READY", created_at: now }
      ]
    ],
    [
      "branch_merge",
      [w, w + 1].map((id) => ({
        id,
        project_id: w,
        source_branch_id: w + 1,
        target_branch_id: w,
        source_revision_id: 0,
        target_revision_id: 0,
        ...old
      }))
    ],
    ["branch_merge_change", [{ id: w, merge_id: w, type: "DELETE", versions: "{}" }]],
    [
      "task",
      [
        {
          ...{ id: w, project_id: w, language_id: w, number: w, type: "TRANSLATE", state: "NEW" },
          ...{ description: "", created_at: now }
        }
      ]
    ],
    [
      "content_storage",
      [{ id: w, project_id: w, name: "storage", type: "S3", settings: "{}", secret: "{}", created_at: now }]
    ],
    [
      "content_delivery",
      [
        {
          ...{ id: w, project_id: w, name: "delivery", slug: `slug${w}`, auto_publish: 0, zip: 0 },
          ...{ prune_before_publish: 1, parameters: '{"format":"JSON"}', created_at: now }
        }
      ]
    ],
    ["prompt", [{ id: w, project_id: w, name: "prompt", provider_name: "default" }]],
    ["llm_provider", [{ id: w, organization_id: w, name: "provider", type: "OPENAI", model: "small" }]],
    ["translation_label", [{ translation_id: w, label_id: w, project_id: w }]],
    [
      "invitation",
      [
        { ...invitation(w), project_id: w, type: "VIEW", organization_id: null, organization_role: null },
        { ...invitation(w + 1), project_id: null, type: null, organization_id: w, organization_role: "MEMBER" }
      ]
    ],
    [
      "project_api_key",
      [{ id: w, project_id: w, user_id: w, description: "key", scopes: '["keys.view"]', key_hash: `key${w}`, ...old }]
    ],
    [
      "personal_access_token",
      [{ id: w, user_id: w, description: "token", token_hash: `token${w}`, updated_at: 0, ...old }]
    ],
    [
      "console_session",
      [w, w + 1].map((id) => ({
        id,
        user_id: w,
        token_hash: `session${id}`,
        generation: 0,
        elevated_until: 0,
        address: "192.0.2.0/24",
        last_used_at: now,
        created_at: now
      }))
    ],
    [
      "passkey",
      [w, w + 1].map((id) => ({
        id,
        user_id: w,
        name: "passkey",
        credential_id: `credential${id}`,
        public_key: "",
        counter: 0,
        transports: "[]",
        relying_party: "dragoman.example",
        user_handle: "handle",
        backed_up: 0,
        ...old
      }))
    ],
    ["import", [{ id: w, project_id: w, user_id: w, created_at: now }]],
    [
      "import_file",
      [{ id: w, import_id: w, name: "en.json", format: "JSON_ICU", format_reason: '{"reason":"fallback"}' }]
    ],
    ["import_language", [{ id: w, import_file_id: w, ...importLanguage }]],
    ["import_key", [{ id: w, import_file_id: w, name: "key0" }]],
    [
      "import_translation",
      [{ id: w, import_language_id: w, import_key_id: w, value: "imported", conflict_translation_id: w }]
    ],
    ["webhook_configuration", [{ id: w, project_id: w, url: "http://127.0.0.1:59999/", secret: "whsec_AAAA", ...old }]],
    [
      "delivery",
      [
        {
          id: w,
          message_id: `message${w}`,
          webhook_configuration_id: w,
          revision_id: 1,
          state: "FAILED",
          next_attempt_at: 0,
          created_at: now
        }
      ]
    ],
    ["delivery_content", [{ delivery_id: w, body: "{}" }]],
    ["image", [image(w, "UPLOAD", w), image(w + 1, "SCREENSHOT", null)]],
    ["screenshot_reference", [{ image_id: w + 1, key_id: w, project_id: w }]],
    [
      "batch_job",
      [
        {
          id: w,
          project_id: w,
          author_id: w,
          operation: '{"type":"DELETE_KEYS"}',
          status: "RUNNING",
          total_items: 1,
          leased_by: "another server",
          leased_until: Number.MAX_SAFE_INTEGER,
          updated_at: now,
          ...old
        }
      ]
    ],
    ["batch_job_piece", [{ job_id: w, number: 0, key_ids: `[${w}]` }]]
  ]
}

/** Makes as many fixtures in a few statements; returns their ids. */
export const seedWritingFixtures = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const now = Date.now()
  const fixtures = Array.from({ length: count }, (_, index) => firstId + index * idsPerFixture)
  const administrators = administratorIds.map(
    (id): Row => ({
      id,
      username: `administrator${id}`,
      name: "Administrator",
      server_role: "ADMIN",
      created_at: 0
    })
  )
  const rowsByTable = new Map<string, ReadonlyArray<Row>>([["user_account", administrators]])
  for (const fixture of fixtures) {
    for (const [table, rows] of rowsOf(fixture, now)) {
      rowsByTable.set(table, [...(rowsByTable.get(table) ?? []), ...rows])
    }
  }
  yield* database.transaction(
    Effect.gen(function* () {
      for (const [table, rows] of rowsByTable) {
        for (const some of Arr.chunksOf(rows, rowsAtOnce)) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(some)}`
      }
    }).pipe(Effect.orDie)
  )
  return fixtures
})
