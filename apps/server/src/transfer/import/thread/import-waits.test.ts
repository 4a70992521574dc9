import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { seedStagedImportFixture } from "../../../testing/staged-import-fixture.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { upload } from "../../../testing/upload.ts"

const done = { status: 200, body: "" }
const applied = { status: 200, body: { unresolvedConflicts: null } }

/** A project, and a push into it. */
const seedFixture = Effect.fnUntraced(function* (languages?: ReadonlyArray<string>) {
  const fixture = yield* seedStagedImportFixture(languages)
  const push = (files: Readonly<Record<string, unknown>>, params: object = {}) =>
    upload(
      fixture.asOwner,
      `${fixture.start}/single-step-import`,
      Object.entries(files).map(([name, texts]) => ({ name, content: JSON.stringify(texts) })),
      params
    )
  return { ...fixture, push }
})

type LockedRow = readonly [table: "project" | "user_account", id: number]

/** Another transaction has locked the row, and continues when an import waits for it. */
const whileAwaited = Effect.fnUntraced(function* <A, E, R, B, E2, R2>(
  [table, id]: LockedRow,
  importing: Effect.Effect<A, E, R>,
  meanwhile: (sql: SqlClient.SqlClient, importing: Fiber.Fiber<A, E>) => Effect.Effect<B, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const fiber = yield* database.transaction(
    Effect.gen(function* () {
      yield* sql`SELECT id FROM ${sql(table)} WHERE id = ${id} FOR NO KEY UPDATE`
      const fiber = yield* Effect.forkDetach(importing)
      // Inside of a transaction `pg_stat_activity` stays as it was; locks of other databases are other tests'.
      const waiting = sql`
        SELECT w.pid FROM pg_locks w JOIN pg_locks held ON held.pid = w.pid
        JOIN pg_database d ON d.oid = held.database AND d.datname = current_database()
        WHERE NOT w.granted`
      yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
      yield* meanwhile(sql, fiber)
      return fiber
    })
  )
  return yield* Fiber.join(fiber)
})

layer(layerTestServerPostgres(), { timeout: "60 seconds" })("while an import waits for its turn", (it) => {
  it.effect.each([
    ["small", { big: "import" }],
    ["large", Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${at}`, "x".repeat(9_999)]))]
  ] as const)("a %s one, people go on with other projects: staged imports, keys and files", ([, content]) =>
    Effect.gen(function* () {
      const { project, push, texts } = yield* seedFixture()
      const other = yield* seedFixture()
      yield* seed.useNamespaces(other.project.id)
      yield* other.key("a", { en: "old" })
      const [language] = yield* other.stage({ "en.json": { a: "new" } })
      const response = yield* whileAwaited(["project", project.id], push({ "en.json": content }), (_, importing) =>
        Effect.gen(function* () {
          const { ask, start, asOwner } = other
          const path = `result/languages/${language?.id}`
          const english = other.project.languages["en"]
          for (const response of [
            yield* ask("PUT", `result/files/${language?.importFileId}/select-namespace`, { namespace: "web" }),
            yield* ask("PUT", `result/files/${language?.importFileId}/select-namespace`, { namespace: null }),
            yield* ask("PUT", `${path}/reset-existing`),
            yield* ask("PUT", `${path}/select-existing/${english}`),
            yield* ask("PUT", `${path}/resolve-all/set-override`)
          ]) {
            assert.deepStrictEqual(response, done)
          }
          const settings = { overrideKeyDescriptions: false, createNewKeys: false }
          assert.strictEqual((yield* send(asOwner, "PUT", `${start}/import-settings`, settings)).status, 200)
          const keys = [{ name: "k", translations: { en: "K" } }]
          assert.strictEqual((yield* send(asOwner, "POST", `${start}/keys/import`, { keys })).status, 200)
          assert.containsSubset(yield* other.push({ "cs.json": { k: "C" } }), applied)
          assert.isUndefined(importing.pollUnsafe())
          assert.deepStrictEqual(yield* texts, {})
        })
      )
      assert.containsSubset(response, applied)
      assert.lengthOf(Object.keys(yield* texts), Object.keys(content).length)
      assert.deepStrictEqual(yield* other.ask("PUT", "apply"), done)
      assert.deepStrictEqual(yield* other.texts, { a: { en: "new" }, k: { en: "K", cs: "C" } })
    })
  )

  it.effect.each([
    ["is disabled", "UPDATE user_account SET disabled_at = 1 WHERE id =", 401, "user_not_found"],
    [
      "is no owner any more",
      "UPDATE organization_role SET role = 'MEMBER' WHERE user_id =",
      403,
      "operation_not_permitted"
    ]
  ] as const)("and its user %s, it changes nothing, pushed or applied", ([, statement, status, code]) =>
    Effect.gen(function* () {
      const { project, owner, push, texts, stage, ask } = yield* seedFixture()
      yield* stage({ "en.json": { staged: "S" } })
      for (const importing of [push({ "en.json": { pushed: "P" } }), ask("PUT", "apply")]) {
        const response = yield* whileAwaited(["project", project.id], importing, (sql) =>
          sql.unsafe(`${statement} ${owner}`)
        )
        assert.containsSubset(response, { status, body: { code } })
        assert.deepStrictEqual(yield* texts, {})
        // The second one finds it unchanged.
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(sql`UPDATE user_account SET disabled_at = NULL WHERE id = ${owner}`)
        yield* sql.withTransaction(sql`UPDATE organization_role SET role = 'OWNER' WHERE user_id = ${owner}`)
      }
    })
  )

  it.effect("and the project ceases to use namespaces, an upload says that it has to be sent again", () =>
    Effect.gen(function* () {
      const { project, owner, path, start, asOwner, ask } = yield* seedFixture()
      yield* seed.useNamespaces(project.id)
      const superToken = yield* seed.accessToken(owner, { super: true })
      const response = yield* whileAwaited(
        ["user_account", owner],
        upload(asOwner, path, [{ name: "web/en.json", content: JSON.stringify({ a: "A" }) }]),
        () => send(superToken, "PUT", start, { name: project.slug, useNamespaces: false })
      )
      const message = "The project's use of namespaces changed while the file was read. Upload it again"
      assert.containsSubset(response, {
        status: 200,
        body: { result: null, errors: [{ code: "cannot_parse_file", params: ["web/en.json", message] }] }
      })
      assert.deepStrictEqual(yield* ask("GET", "result"), error(404, "resource_not_found"))
    })
  )

  it.effect("and the project's placeholders change, files are read by what it uses then", () =>
    Effect.gen(function* () {
      const { project, push, texts } = yield* seedFixture()
      const params = { fileMappings: [{ fileName: "en.json", format: "JSON_PHP" }] }
      yield* push({ "en.json": { before: "%s" } }, params)
      const response = yield* whileAwaited(
        ["project", project.id],
        push({ "en.json": { after: "%s" } }, params),
        (sql) => sql`UPDATE project SET icu_placeholders = 0 WHERE id = ${project.id}`
      )
      assert.containsSubset(response, applied)
      assert.deepStrictEqual(yield* texts, { before: { en: "{0}" }, after: { en: "%s" } })
    })
  )

  it.effect("and the project ceases to use namespaces, no key comes into one", () =>
    Effect.gen(function* () {
      const { project, push, texts } = yield* seedFixture()
      yield* seed.useNamespaces(project.id)
      const response = yield* whileAwaited(
        ["project", project.id],
        push({ "web/en.json": { a: "A" } }),
        (sql) => sql`UPDATE project SET use_namespaces = 0 WHERE id = ${project.id}`
      )
      assert.containsSubset(response, applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "A" } })
    })
  )

  it.effect("and a language gets another tag, its texts go to no other language", () =>
    Effect.gen(function* () {
      const { project, push, texts } = yield* seedFixture()
      const rename = (sql: SqlClient.SqlClient) =>
        sql`UPDATE language SET tag = 'sk' WHERE id = ${project.languages["cs"] ?? 0}`
      const response = yield* whileAwaited(["project", project.id], push({ "cs.json": { a: "A" } }), rename)
      assert.deepStrictEqual(response, error(400, "existing_language_not_selected"))
      assert.deepStrictEqual(yield* texts, {})
    })
  )

  it.effect("and the project is deleted, nothing is imported", () =>
    Effect.gen(function* () {
      const { project, push } = yield* seedFixture()
      const response = yield* whileAwaited(
        ["project", project.id],
        push({ "en.json": { a: "A" } }),
        (sql) => sql`UPDATE project SET deleted_at = 1 WHERE id = ${project.id}`
      )
      assert.deepStrictEqual(response, error(404, "project_not_found"))
    })
  )
})
