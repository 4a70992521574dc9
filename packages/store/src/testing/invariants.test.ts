import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "./engines.ts"
import { checkInvariants } from "./invariants.ts"
import { inFixture, layerProjectFixture } from "./project-fixture.ts"

/** A project with a language and a key, and an import in the making. */
const seedContent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const insert = Effect.fnUntraced(function* (table: string, row: Record<string, unknown>) {
    const rows = yield* sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert(row)} RETURNING id`
    return rows[0]?.id ?? 0
  })
  const project = yield* insert("project", { organization_id: 1, name: "Shop", slug: "shop", created_at: 0 })
  const language = yield* insert("language", { project_id: project, tag: "en", name: "English", created_at: 0 })
  yield* sql`UPDATE project SET base_language_id = ${language} WHERE id = ${project}`
  const key = yield* insert("translation_key", { project_id: project, name: "a", created_at: 0 })
  const translation = yield* insert("translation", {
    key_id: key,
    project_id: project,
    language_id: language,
    text: "Text",
    state: "TRANSLATED"
  })
  const imported = yield* insert("import", { project_id: project, user_id: 1, created_at: 0 })
  const file = yield* insert("import_file", { import_id: imported, name: "en.json", format: "JSON", format_reason: "" })
  const importLanguage = yield* insert("import_language", {
    import_file_id: file,
    name: "en",
    existing_language_id: language
  })
  return { sql, project, language, key, translation, file, importLanguage }
})

for (const [engine, layerTest] of [
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const) {
  describe(engine, () => {
    layer(layerProjectFixture(layerTest))((it) => {
      it.effect("a sound database breaks nothing", () =>
        inFixture(
          Effect.gen(function* () {
            yield* seedContent
            assert.deepStrictEqual(yield* checkInvariants, [])
          })
        )
      )

      it.effect.each([
        [
          "a count of the words of no text",
          "UPDATE translation SET text = NULL, state = 'UNTRANSLATED', word_count = 1",
          "A translation without a text carries no flags and counts no words."
        ],
        [
          "a text that says another project than its key",
          "UPDATE translation SET project_id = project_id + 1",
          "What belongs to a key says the key's project."
        ],
        [
          "a key on a branch that its project does not have",
          "UPDATE translation_key SET branch_id = 99",
          "A key that is not on the default branch lies on a branch of its project."
        ],
        [
          "an import on a branch that its project does not have",
          "UPDATE import SET branch_id = 99",
          "Imports and activity that are not of the default branch are of another branch of their project."
        ],
        [
          "a branch made from one that is not there",
          `INSERT INTO branch (project_id, name, state, origin_branch_id, created_at)
            SELECT id, 'next', 'READY', 99, 0 FROM project`,
          "A branch is made from another branch of its project, and merged into one."
        ],
        [
          "a deleted branch without a time",
          "INSERT INTO branch (project_id, name, state, created_at) SELECT id, 'next', 'DELETED', 0 FROM project",
          "A deleted branch has a time of deletion, and no other one has."
        ],
        [
          "a copy on the default branch",
          "UPDATE translation_key SET origin_key_id = 99",
          "A copied key lies on another branch of the project of its origin."
        ],
        [
          "the last owner disabled",
          "UPDATE user_account SET disabled_at = 1 WHERE username = 'owner'",
          "Every organization has an owner who is not disabled."
        ],
        [
          "the last administrator without the role",
          "UPDATE user_account SET server_role = 'USER'",
          "The server has an administrator who is not disabled."
        ],
        [
          "a deleted base language",
          "UPDATE language SET deleted_at = 1",
          "The base language of a project is one of its languages."
        ],
        [
          "a conflict that is not counted",
          "UPDATE import_language SET conflict_count = 1",
          "The numbers of texts, conflicts and resolved ones of an import language are those of its rows."
        ],
        [
          "an issue that is not there",
          "UPDATE import_file SET issue_count = 1",
          "The number of issues of an import file is that of its rows."
        ],
        [
          "a permission limited to a language of no project",
          `INSERT INTO direct_permission (project_id, user_id, type, translate_language_ids, created_at)
            SELECT id, 3, 'TRANSLATE', '[999]', 0 FROM project`,
          "A permission of a project is limited to languages of the project only."
        ],
        [
          "a tag without keys",
          "INSERT INTO tag (project_id, name) SELECT id, 'old' FROM project",
          "Every tag belongs to a key."
        ],
        [
          "a namespace without keys",
          "INSERT INTO namespace (project_id, name) SELECT id, 'old' FROM project",
          "Every namespace has keys or is a default namespace."
        ]
      ] as const)("%s is found", ([, statement, sentence]) =>
        inFixture(
          Effect.gen(function* () {
            const { sql } = yield* seedContent
            yield* sql`${sql.literal(statement)}`
            const broken = yield* checkInvariants
            assert.isTrue(
              broken.some((one) => one.startsWith(sentence)),
              broken.join("\n")
            )
          })
        )
      )
    })
  })
}
