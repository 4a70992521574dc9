import { Database } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { contentOf, protectReviewed, setStates } from "../../../testing/project-content.ts"
import { startReceiver } from "../../../testing/receiver.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send, type TestResponse } from "../../../testing/send.ts"
import { seedStagedImportFixture } from "../../../testing/staged-import-fixture.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { upload } from "../../../testing/upload.ts"
import { importBatchKeysMax } from "../applying/import-source.ts"

const done = { status: 200, body: "" }
const notFound = error(404, "resource_not_found")
const together = { concurrency: "unbounded" } as const

const conflict = (keyName: string, language: string, isOverridable = true) => ({
  keyName,
  keyNamespace: null,
  language,
  isOverridable
})

/** The lines of a streamed answer. */
const linesOf = ({ status, body }: TestResponse): ReadonlyArray<unknown> => {
  assert.strictEqual(status, 200)
  // One line alone is JSON as a whole.
  if (typeof body !== "string") return [body]
  assert.isTrue(body.endsWith("\n"))
  return body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
}

const line = (status: string, totalKeys: number | null, importedKeys: number | null, error?: [number, unknown]) => ({
  status,
  totalKeys,
  importedKeys,
  errorStatusCode: error?.[0] ?? null,
  errorResponseBody: error?.[1] ?? null
})

const summaryOf = (counts: object) => ({ createdKeys: 0, changedKeys: 0, skippedKeys: 0, ...counts })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`applying an import on ${engine}`, (it) => {
    it.effect("writes all of it at once, as one activity, and ends the import", () =>
      Effect.gen(function* () {
        const { stage, ask, texts, activities } = yield* seedStagedImportFixture()
        yield* stage({ "en.json": { a: "A", b: { c: "C" }, empty: "" }, "cs.json": { a: "Á" } })
        assert.deepStrictEqual(yield* texts, {})
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "A", cs: "Á" }, "b.c": { en: "C" }, empty: {} })
        const [activity, ...others] = yield* activities
        assert.deepStrictEqual(others, [])
        assert.containsSubset(activity, { type: "IMPORT", counts: { Key: 3, Translation: 3 } })
        for (const [method, rest] of [
          ["PUT", "apply"],
          ["GET", "result"],
          ["GET", "all-namespaces"]
        ] as const) {
          assert.deepStrictEqual(yield* ask(method, rest), notFound, rest)
        }
      })
    )

    it.effect("in batches is an activity for each, shows the same progress and ends the import", () =>
      Effect.gen(function* () {
        const { stage, ask, texts, activities } = yield* seedStagedImportFixture()
        const count = importBatchKeysMax + 1
        yield* stage({ "en.json": Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "A"])) })
        const lines = linesOf(yield* ask("PUT", "apply-streaming?inBatches=true"))
        const languages = [{ language: "en", created: count, changed: 0, unchanged: 0, left: {} }]
        assert.deepStrictEqual(lines, [
          line("PREPARING_AND_VALIDATING", null, null),
          line("STORING_KEYS", count, importBatchKeysMax),
          line("STORING_KEYS", count, count),
          line("STORING_TRANSLATIONS", count, count),
          line("FINALIZING", count, count),
          { ...line("DONE", count, count), summary: summaryOf({ createdKeys: count, languages }) }
        ])
        assert.strictEqual(Object.keys(yield* texts).length, count)
        const counts = (yield* activities).flatMap((activity) => (activity.type === "IMPORT" ? [activity.counts] : []))
        assert.sameDeepMembers(counts, [
          { Key: importBatchKeysMax, Translation: importBatchKeysMax },
          { Key: 1, Translation: 1 }
        ])
        assert.deepStrictEqual(yield* ask("GET", "result"), notFound)
      })
    )

    it.effect(
      "leaves project and import as they are when there are conflicts; the mode of the request decides them",
      () =>
        Effect.gen(function* () {
          const { key, stage, ask, texts, counts, activities } = yield* seedStagedImportFixture()
          yield* key("k", { en: "Old", cs: "Starý" })
          const files = { "en.json": { k: "New", fresh: "Fresh" }, "cs.json": { k: "Nový" } }
          yield* stage(files)
          const before = yield* texts
          const count = (yield* activities).length
          const unresolved = error(400, "conflict_is_not_resolved", [conflict("k", "en"), conflict("k", "cs")])
          assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved)
          assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=NO_FORCE"), unresolved)
          assert.deepStrictEqual(
            yield* ask("PUT", "apply?forceMode=ALWAYS"),
            error(400, "wrong_param_type", ["forceMode"])
          )
          assert.deepStrictEqual(
            yield* ask("PUT", "apply?branch=feature"),
            error(400, "feature_not_enabled_for_project", ["BRANCHING"])
          )
          assert.deepStrictEqual(yield* texts, before)
          assert.lengthOf(yield* activities, count)
          assert.deepStrictEqual(yield* counts, ["2/1/0", "1/1/0"])
          assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=KEEP"), done)
          assert.deepStrictEqual(yield* texts, { k: { en: "Old", cs: "Starý" }, fresh: { en: "Fresh" } })
          yield* stage(files)
          assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=OVERRIDE"), done)
          assert.deepStrictEqual(yield* texts, { k: { en: "New", cs: "Nový" }, fresh: { en: "Fresh" } })
        })
    )

    it.effect("does not override reviewed and disabled texts on request, only where a person decided so", () =>
      Effect.gen(function* () {
        const { project, key, stage, ask, texts } = yield* seedStagedImportFixture()
        yield* key("k", { en: "Old" })
        yield* setStates(project.id, "REVIEWED")
        yield* protectReviewed(project.id)
        const [language] = yield* stage({ "en.json": { k: "New" } })
        assert.deepStrictEqual(
          yield* ask("PUT", "apply?forceMode=OVERRIDE"),
          error(400, "conflict_is_not_resolved", [conflict("k", "en")])
        )
        assert.deepStrictEqual(yield* ask("PUT", `result/languages/${language?.id}/resolve-all/set-override`), done)
        yield* setStates(project.id, "DISABLED")
        assert.deepStrictEqual(
          yield* ask("PUT", "apply?forceMode=OVERRIDE"),
          error(400, "conflict_is_not_resolved", [conflict("k", "en", false)])
        )
        assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=KEEP"), done)
        assert.deepStrictEqual(yield* texts, { k: { en: " DISABLED" } })
      })
    )

    it.effect("asks for the rights that what is written needs, after the conflicts", () =>
      Effect.gen(function* () {
        const { project, path, key, stage, ask, member, texts } = yield* seedStagedImportFixture()
        yield* key("k", { en: "Old", cs: "Starý" })
        const english = project.languages["en"] ?? 0
        const before = yield* texts
        const scopes = ["translations.view", "translations.edit"] as const
        const asViewer = yield* member("VIEW")
        const asEditor = yield* member({ type: null, scopes })
        const asEnglishEditor = yield* member({ type: "TRANSLATE", translateLanguageIds: [english] })
        for (const [credential, files, mode, response] of [
          [
            asViewer,
            { "en.json": { k: "New" } },
            "NO_FORCE",
            error(400, "conflict_is_not_resolved", [conflict("k", "en")])
          ],
          [
            asViewer,
            { "en.json": { k: "New" } },
            "OVERRIDE",
            error(403, "operation_not_permitted", ["translations.edit"])
          ],
          [asViewer, { "en.json": { k: "Old" } }, "NO_FORCE", done],
          [asViewer, { "en.json": { k: "New" } }, "KEEP", done],
          [
            asEditor,
            { "en.json": { fresh: "New" } },
            "NO_FORCE",
            error(403, "operation_not_permitted", ["keys.create"])
          ],
          [
            asEnglishEditor,
            { "cs.json": { k: "Nový" } },
            "OVERRIDE",
            error(403, "language_not_permitted", [[project.languages["cs"]], ["cs"]])
          ]
        ] as const) {
          yield* stage(files, credential)
          assert.deepStrictEqual(yield* ask("PUT", `apply?forceMode=${mode}`, undefined, credential), response)
          assert.deepStrictEqual(yield* send(credential, "DELETE", path), response === done ? notFound : done)
        }
        assert.deepStrictEqual(yield* texts, before)
      })
    )

    it.effect("takes the settings of its user for descriptions and new keys", () =>
      Effect.gen(function* () {
        const { project, start, asOwner, key, ask, path } = yield* seedStagedImportFixture()
        yield* key("k", { en: "Text" })
        const poFile = (description: string) => ({
          name: "en.po",
          content: `msgid ""\nmsgstr "Language: en"\n\n#. ${description}\nmsgid "k"\nmsgstr "Text"\n`
        })
        for (const [description, overrideKeyDescriptions, expected] of [
          ["First", false, "First"],
          ["Second", false, "First"],
          ["Second", true, "Second"]
        ] as const) {
          yield* send(asOwner, "PUT", `${start}/import-settings`, { overrideKeyDescriptions, createNewKeys: true })
          yield* upload(asOwner, path, [poFile(description)])
          assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
          assert.strictEqual((yield* contentOf(project.id))["k"]?.description, expected)
        }
      })
    )

    it.effect("needs a language of the project for every text, also when that was deleted after the upload", () =>
      Effect.gen(function* () {
        const { project, stage, ask, languages, client, params, texts, counts } = yield* seedStagedImportFixture([
          "en",
          "cs",
          "de"
        ])
        const [, second] = yield* stage({ "en.json": { k: "A" }, "xx.json": { k: "B" } })
        const unpaired = error(400, "existing_language_not_selected")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unpaired)
        assert.deepStrictEqual(
          yield* ask("PUT", `result/languages/${second?.id}/select-existing/${project.languages["de"]}`),
          done
        )
        yield* client.language.delete({ params: { ...params, languageId: project.languages["de"] ?? 0 } })
        assert.isNull((yield* languages)[1]?.existingLanguageId)
        assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=OVERRIDE"), unpaired)
        assert.deepStrictEqual(yield* texts, {})
        assert.deepStrictEqual(
          yield* ask("PUT", `result/languages/${second?.id}/select-existing/${project.languages["cs"]}`),
          done
        )
        assert.deepStrictEqual(yield* counts, ["1/0/0", "1/0/0"])
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { k: { en: "A", cs: "B" } })
      })
    )

    it.effect("takes thousands of keys from several files, each with the text that holds it", () =>
      Effect.gen(function* () {
        const { stage, ask, texts, activities } = yield* seedStagedImportFixture()
        const textsOf = (file: string, from: number, to: number) =>
          Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`k${from + i}`, `${file} ${from + i}`]))
        yield* stage({
          "a/en.json": textsOf("a", 0, 2_500),
          "b/en.json": textsOf("b", 2_400, 4_900),
          "c/cs.json": textsOf("c", 100, 200)
        })
        const lines = linesOf(yield* ask("PUT", "apply-streaming"))
        assert.deepStrictEqual(lines.at(0), line("PREPARING_AND_VALIDATING", null, null))
        assert.deepStrictEqual(lines.slice(1), [
          ...[2_000, 2_500, 4_400, 4_900].map((stored) => line("STORING_KEYS", 4_900, stored)),
          line("STORING_TRANSLATIONS", 4_900, 4_900),
          line("FINALIZING", 4_900, 4_900),
          {
            ...line("DONE", 4_900, 4_900),
            summary: summaryOf({
              createdKeys: 4_900,
              languages: [
                { language: "en", created: 4_900, changed: 0, unchanged: 0, left: {} },
                { language: "cs", created: 100, changed: 0, unchanged: 0, left: {} }
              ]
            })
          }
        ])
        const stored = yield* texts
        assert.lengthOf(Object.keys(stored), 4_900)
        assert.deepStrictEqual(stored["k150"], { en: "a 150", cs: "c 150" })
        assert.deepStrictEqual(stored["k2450"], { en: "a 2450" })
        assert.deepStrictEqual(stored["k2500"], { en: "b 2500" })
        assert.containsSubset((yield* activities)[0], { counts: { Key: 4_900, Translation: 5_000 } })
      })
    )

    it.effect("counts on the last line of a stream what happened to the texts of each language", () =>
      Effect.gen(function* () {
        const { key, stage, ask } = yield* seedStagedImportFixture()
        yield* key("same", { en: "Same" })
        yield* key("other", { en: "Old" })
        yield* key("kept", { en: "Old", cs: "Staré" })
        const [english] = yield* stage({
          "en.json": { same: "Same", other: "New", kept: "", fresh: "Fresh", empty: "" },
          "cs.json": { kept: "Nové", same: "Stejné" }
        })
        yield* ask("PUT", `result/languages/${english?.id}/resolve-all/set-override`)
        const lines = linesOf(yield* ask("PUT", "apply-streaming?forceMode=KEEP"))
        assert.deepStrictEqual(lines.at(-1), {
          ...line("DONE", 5, 5),
          summary: summaryOf({
            createdKeys: 2,
            changedKeys: 2,
            languages: [
              { language: "en", created: 1, changed: 1, unchanged: 1, left: { EMPTY_VALUE: 2 } },
              { language: "cs", created: 1, changed: 0, unchanged: 0, left: { KEPT: 1 } }
            ]
          })
        })
      })
    )

    it.effect("says on the last line of a stream why nothing was applied", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, path, member } = yield* seedStagedImportFixture()
        const missing = { code: "resource_not_found", params: null }
        assert.deepStrictEqual(linesOf(yield* ask("PUT", "apply-streaming")), [
          line("ERROR", null, null, [404, missing])
        ])
        yield* key("k", { en: "Old" })
        yield* stage({ "en.json": { k: "New" } })
        const lines = linesOf(yield* ask("PUT", "apply-streaming"))
        assert.deepStrictEqual(
          lines.at(-1),
          line("ERROR", 1, 1, [400, { code: "conflict_is_not_resolved", params: [conflict("k", "en")] }])
        )
        assert.strictEqual((yield* ask("GET", "result")).status, 200)
        assert.deepStrictEqual(yield* texts, { k: { en: "Old" } })
        const asNobody = yield* member({ type: null, scopes: ["keys.view"] })
        assert.deepStrictEqual(
          yield* send(asNobody, "PUT", `${path}/apply-streaming`),
          error(403, "operation_not_permitted", ["translations.view"])
        )
        assert.deepStrictEqual(
          yield* ask("PUT", "apply-streaming?forceMode=x"),
          error(400, "wrong_param_type", ["forceMode"])
        )
        assert.deepStrictEqual(linesOf(yield* ask("PUT", "apply-streaming?forceMode=OVERRIDE")).at(-1), {
          ...line("DONE", 1, 1),
          summary: summaryOf({
            changedKeys: 1,
            languages: [{ language: "en", created: 0, changed: 1, unchanged: 0, left: {} }]
          })
        })
        assert.deepStrictEqual(yield* texts, { k: { en: "New" } })
      })
    )

    it.effect("twice at the same time applies it once", () =>
      Effect.gen(function* () {
        const { stage, ask, activities, texts } = yield* seedStagedImportFixture()
        yield* stage({ "en.json": { k: "v" } })
        const responses = yield* Effect.all([ask("PUT", "apply"), ask("PUT", "apply")], together)
        assert.sameDeepMembers([...responses], [done, notFound])
        assert.deepStrictEqual(yield* texts, { k: { en: "v" } })
        assert.lengthOf(yield* activities, 1)
      })
    )

    it.effect("of two users goes one after the other: the second one finds what the first one wrote", () =>
      Effect.gen(function* () {
        const { stage, ask, member, texts, asOwner } = yield* seedStagedImportFixture()
        const asMember = yield* member("MANAGE")
        yield* stage({ "en.json": { k: "owner's", mine: "o" } })
        yield* stage({ "en.json": { k: "member's", theirs: "m" } }, asMember)
        const responses = yield* Effect.all(
          [ask("PUT", "apply", undefined, asOwner), ask("PUT", "apply", undefined, asMember)],
          together
        )
        const lost = error(400, "conflict_is_not_resolved", [conflict("k", "en")])
        assert.sameDeepMembers([...responses], [done, lost])
        assert.deepStrictEqual(
          yield* texts,
          responses[0].status === 200
            ? { k: { en: "owner's" }, mine: { en: "o" } }
            : { k: { en: "member's" }, theirs: { en: "m" } }
        )
        assert.deepStrictEqual(
          yield* ask("PUT", "apply?forceMode=KEEP", undefined, responses[0].status === 200 ? asMember : asOwner),
          done
        )
        assert.deepStrictEqual(Object.keys(yield* texts), ["k", "mine", "theirs"])
      })
    )

    it.effect("while texts are edited keeps each edit before or after it, never half of one", () =>
      Effect.gen(function* () {
        const { start, asOwner, stage, ask, texts } = yield* seedStagedImportFixture()
        const names = Array.from({ length: 20 }, (_, i) => `k${i}`)
        yield* stage({ "en.json": Object.fromEntries(names.map((name) => [name, "imported"])) })
        const edits = names.map((key) =>
          send(asOwner, "POST", `${start}/translations`, { key, translations: { en: "edited" } })
        )
        const [applied, ...edited] = yield* Effect.all([ask("PUT", "apply?forceMode=OVERRIDE"), ...edits], together)
        assert.deepStrictEqual(applied, done)
        assert.isTrue(edited.every(({ status }) => status === 200))
        const stored = yield* texts
        assert.deepStrictEqual(Object.keys(stored), names.toSorted())
        for (const name of names) assert.include(["imported", "edited"], stored[name]?.["en"])
      })
    )

    it.effect("is over when its project is deleted, or changes its mind about namespaces", () =>
      Effect.gen(function* () {
        const { project, owner, start, asOwner, stage, ask, member, path } = yield* seedStagedImportFixture()
        const asSuper = yield* seed.accessToken(owner, { super: true })
        const asMember = yield* member("MANAGE")
        yield* stage({ "en.json": { k: "v" } })
        yield* stage({ "en.json": { k: "v" } }, asMember)
        const edit = (useNamespaces: boolean) =>
          send(asSuper, "PUT", start, {
            name: project.slug,
            useNamespaces,
            baseLanguageId: project.languages["en"],
            suggestionsMode: "DISABLED",
            translationProtection: "NONE"
          })
        assert.strictEqual((yield* edit(false)).status, 200)
        assert.strictEqual((yield* ask("GET", "result")).status, 200)
        assert.strictEqual((yield* edit(true)).status, 200)
        for (const credential of [asOwner, asMember]) {
          assert.deepStrictEqual(yield* ask("PUT", "apply", undefined, credential), notFound)
        }
        const [language] = yield* stage({ "web/en.json": { k: "v" } })
        assert.strictEqual(language?.namespace, "web")
        const [deleted, applied] = yield* Effect.all([send(asSuper, "DELETE", start), ask("PUT", "apply")], together)
        assert.deepStrictEqual(deleted, done)
        // Before it was deleted, or not at all.
        assert.include([200, 404], applied.status)
        assert.deepStrictEqual(yield* send(asOwner, "PUT", `${path}/apply`), error(404, "project_not_found"))
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql`SELECT id FROM import WHERE project_id = ${project.id} AND deleted_at IS NULL`,
          []
        )
      })
    )

    it.effect("names no branch where the project uses none", () =>
      Effect.gen(function* () {
        const { stage, ask } = yield* seedStagedImportFixture()
        yield* stage({ "en.json": { k: "v" } })
        for (const rest of ["apply", "apply-streaming"]) {
          assert.deepStrictEqual(
            yield* ask("PUT", `${rest}?branch=x`),
            error(400, "feature_not_enabled_for_project", ["BRANCHING"]),
            rest
          )
        }
      })
    )

    it.effect("is not possible two hours after the first upload", () =>
      Effect.gen(function* () {
        const { project, stage, ask, texts } = yield* seedStagedImportFixture()
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        for (const rest of ["apply", "apply-streaming"]) {
          yield* stage({ "en.json": { k: "v" } })
          yield* database.transaction(
            sql`UPDATE import SET created_at = created_at - 7300000 WHERE project_id = ${project.id}`
          )
          const { status, body } = yield* ask("PUT", rest)
          assert.deepStrictEqual(
            rest === "apply" ? { status, body } : body,
            rest === "apply" ? notFound : line("ERROR", null, null, [404, notFound.body])
          )
        }
        assert.deepStrictEqual(yield* texts, {})
      })
    )

    it.effect("reaches the webhooks as one event", () =>
      Effect.gen(function* () {
        const { start, asOwner, stage, ask } = yield* seedStagedImportFixture()
        const receiver = yield* startReceiver
        yield* send(asOwner, "POST", `${start}/webhook-configs`, { url: receiver.url })
        yield* stage({ "en.json": { a: "v", b: "w" } })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        const types = [yield* receiver.next, yield* receiver.next].map(({ body }) => JSON.parse(body).activityData.type)
        assert.deepStrictEqual(types, ["WEBHOOK_CONFIG_CREATE", "IMPORT"])
      })
    )
  })
}
