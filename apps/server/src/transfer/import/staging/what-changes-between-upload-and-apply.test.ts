import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { seedStagedImportFixture } from "../../../testing/staged-import-fixture.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"

const done = { status: 200, body: "" }
const notFound = error(404, "resource_not_found")

/** A staged import, and words for what others do with the project meanwhile. */
const seedFixture = Effect.fnUntraced(function* (languages?: ReadonlyArray<string>) {
  const fixture = yield* seedStagedImportFixture(languages)
  const { start, asOwner, project, client, params, ask } = fixture
  yield* seed.useNamespaces(project.id)

  const meanwhile = Effect.fnUntraced(function* (method: string, rest: string, body?: unknown) {
    const response = yield* send(asOwner, method, `${start}/${rest}`, body)
    if (response.status >= 300) throw new Error(`${rest}: ${JSON.stringify(response)}`)
    return response.body as { readonly id: number }
  })
  const renameNamespace = Effect.fnUntraced(function* (from: string, to: string) {
    const page = yield* client.namespace.list({ params, query: {} })
    const found = page._embedded.namespaces.find(({ name }) => name === from)
    yield* meanwhile("PUT", `namespaces/${found?.id}`, { name: to })
  })
  const moveToNamespace = Effect.fnUntraced(function* (keyIds: ReadonlyArray<number>, namespace: string) {
    const { id } = yield* meanwhile("POST", "start-batch-job/set-keys-namespace", { keyIds, namespace })
    yield* Effect.repeat(client.batchJob.get({ params: { ...params, jobId: id } }), {
      until: ({ status }) => status === "SUCCESS"
    })
  })
  const setCreateNewKeys = (createNewKeys: boolean) =>
    meanwhile("PUT", "import-settings", { createNewKeys, overrideKeyDescriptions: false })

  /** `name:namespace` of the languages with `total/conflicts/resolved`. */
  const shown = Effect.map(fixture.languages, (rows) =>
    rows.map(
      ({ name, namespace, totalCount, conflictCount, resolvedCount }) =>
        `${namespace ?? ""}:${name} ${totalCount}/${conflictCount}/${resolvedCount}`
    )
  )
  const decideAll = Effect.fnUntraced(function* (how: "set-override" | "set-keep-existing") {
    for (const { id } of yield* fixture.languages) yield* ask("PUT", `result/languages/${id}/resolve-all/${how}`)
  })
  return { ...fixture, meanwhile, renameNamespace, moveToNamespace, setCreateNewKeys, shown, decideAll }
})

const open = (keyName: string, keyNamespace: string | null = null, language = "en") => ({
  keyName,
  keyNamespace,
  language,
  isOverridable: true
})

const unresolved = (...conflicts: ReadonlyArray<ReturnType<typeof open>>) =>
  error(400, "conflict_is_not_resolved", conflicts)

const leftOut = (...keys: ReadonlyArray<readonly [namespace: string | null, name: string]>) => ({
  status: 200,
  body: {
    notices: keys.map(([keyNamespace, keyName]) => ({
      fileName: null,
      keyName,
      keyNamespace,
      languageName: null,
      line: null,
      column: null,
      message: "The key was left out: the project does not have it, and your import settings create no new keys."
    })),
    noticeCount: keys.length
  }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer)(`What changes between upload and apply, on ${engine}:`, (it) => {
    it.effect("a namespace that is renamed takes the staged files with it", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, renameNamespace, decideAll } = yield* seedFixture()
        yield* key("a", { en: "1" }, "app")
        yield* stage({ "app/en.json": { a: "2", b: "3" } })
        yield* renameNamespace("app", "web")
        assert.deepStrictEqual(yield* shown, ["web:en 2/1/0"])
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved(open("a", "web")))
        yield* decideAll("set-override")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { "web:a": { en: "2" }, "web:b": { en: "3" } })
      })
    )

    it.effect("a decision about a conflict outlives the renaming of its namespace and of its key", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, renameNamespace, meanwhile, decideAll } = yield* seedFixture()
        const { keyId } = yield* key("a", { en: "1" }, "app")
        yield* stage({ "app/en.json": { a: "2" } })
        yield* decideAll("set-override")
        yield* renameNamespace("app", "web")
        yield* meanwhile("PUT", `keys/${keyId}`, { name: "b", namespace: "web" })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { "web:b": { en: "2" } })
      })
    )

    it.effect(
      "a namespace that gets the name of another staged one makes one of both: the first text holds a key",
      () =>
        Effect.gen(function* () {
          const { key, stage, ask, shown, texts, renameNamespace } = yield* seedFixture()
          yield* key("old", { en: "O" }, "app")
          yield* stage({ "app/en.json": { a: "from app" }, "web/en.json": { a: "from web", b: "B" } })
          yield* renameNamespace("app", "web")
          assert.deepStrictEqual(yield* shown, ["web:en 1/0/0", "web:en 1/0/0"])
          assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
          assert.deepStrictEqual(yield* texts, {
            "web:a": { en: "from app" },
            "web:b": { en: "B" },
            "web:old": { en: "O" }
          })
        })
    )

    it.effect("a namespace that goes with its last key comes back with the import", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, meanwhile } = yield* seedFixture()
        const { keyId } = yield* key("a", { en: "1" }, "app")
        yield* stage({ "app/en.json": { a: "2" } })
        yield* meanwhile("DELETE", `keys/${keyId}`)
        yield* meanwhile("DELETE", `keys/trash/${keyId}`)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { "app:a": { en: "2" } })
      })
    )

    it.effect("a project that ceases to use namespaces ends the import", () =>
      Effect.gen(function* () {
        const { project, owner, start, stage, ask, texts } = yield* seedFixture()
        yield* stage({ "app/en.json": { a: "2" } })
        const edit = { name: project.slug, useNamespaces: false }
        const edited = yield* send(yield* seed.accessToken(owner, { super: true }), "PUT", start, edit)
        assert.strictEqual(edited.status, 200)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), notFound)
        assert.deepStrictEqual(yield* texts, {})
      })
    )

    it.effect("a key that is renamed takes its staged texts with it, in all files", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, meanwhile, decideAll } = yield* seedFixture(["en", "cs", "de"])
        const { keyId } = yield* key("a", { de: "eins", cs: "jedna" })
        yield* key("other", { en: "O" }, "web")
        yield* stage({
          "de.json": { a: "zwei", b: "B" },
          "cs.json": { a: "dva" },
          "web/en.json": { a: "of the web" }
        })
        yield* meanwhile("PUT", `keys/${keyId}/complex-update`, { name: "renamed", translations: {} })
        assert.deepStrictEqual(yield* shown, [":de 2/1/0", ":cs 1/1/0", "web:en 1/0/0"])
        yield* decideAll("set-override")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, {
          "web:a": { en: "of the web" },
          b: { de: "B" },
          "web:other": { en: "O" },
          renamed: { de: "zwei", cs: "dva" }
        })
      })
    )

    it.effect("a key keeps its staged texts when the import names its new place too", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, meanwhile } = yield* seedFixture()
        const { keyId } = yield* key("a", { en: "1" })
        yield* stage({ "en.json": { a: "2", b: "B" } })
        yield* meanwhile("PUT", `keys/${keyId}`, { name: "b" })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved(open("b")))
        assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=OVERRIDE"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "2" }, b: { en: "B" } })
      })
    )

    it.effect("keys that are moved to another namespace take their staged texts with them", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, moveToNamespace, decideAll } = yield* seedFixture(["en", "cs", "de"])
        const one = yield* key("a", { de: "eins", cs: "jedna" })
        const two = yield* key("b", { de: "eins" })
        yield* stage({ "de.json": { a: "zwei", b: "zwei", c: "zwei" }, "cs.json": { a: "dva" } })
        yield* moveToNamespace([one.keyId, two.keyId], "web")
        assert.deepStrictEqual(yield* shown, [":de 1/0/0", ":cs 0/0/0", "web:de 2/2/0", "web:cs 1/1/0"])
        assert.deepStrictEqual(
          yield* ask("PUT", "apply"),
          unresolved(open("a", "web", "de"), open("a", "web", "cs"), open("b", "web", "de"))
        )
        yield* decideAll("set-override")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, {
          "web:a": { de: "zwei", cs: "dva" },
          "web:b": { de: "zwei" },
          c: { de: "zwei" }
        })
      })
    )

    it.effect("a key that several files have is moved with all its texts, and the first one holds it", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, meanwhile } = yield* seedFixture()
        const { keyId } = yield* key("a", {})
        for (const text of ["first", "second"]) yield* stage({ "en.json": { a: text, b: text } })
        yield* meanwhile("PUT", `keys/${keyId}`, { name: "c", namespace: "web" })
        assert.deepStrictEqual(yield* shown, [":en 1/0/0", ":en 0/0/0", "web:en 1/0/0", "web:en 0/0/0"])
        yield* meanwhile("PUT", `keys/${keyId}`, { name: "a" })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "first" }, b: { en: "first" } })
      })
    )

    it.effect("a language that gets another tag stays paired; one that is deleted has to be paired again", () =>
      Effect.gen(function* () {
        const { project, stage, ask, languages, texts, meanwhile } = yield* seedFixture(["en", "cs", "de"])
        const [cs, de] = [project.languages["cs"] ?? 0, project.languages["de"] ?? 0]
        yield* stage({ "cs.json": { a: "jedna" }, "de.json": { a: "eins" } })
        yield* meanwhile("PUT", `languages/${cs}`, { name: "Czech", originalName: "Čeština", tag: "cs-CZ" })
        yield* meanwhile("DELETE", `languages/${de}`)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), error(400, "existing_language_not_selected"))
        assert.deepStrictEqual(yield* texts, {})
        const { id } = yield* meanwhile("POST", "languages", { name: "G", originalName: "G", tag: "de" })
        const [, german] = yield* languages
        assert.deepStrictEqual(yield* ask("PUT", `result/languages/${german?.id}/select-existing/${id}`), done)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { "cs-CZ": "jedna", de: "eins" } })
      })
    )

    it.effect("a key that is created is a conflict which the import then shows, so that it can be decided", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, decideAll } = yield* seedFixture()
        yield* stage({ "en.json": { late: "imported", same: "S", other: "O" } })
        yield* key("late", { en: "typed" })
        yield* key("same", { en: "S" })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved(open("late")))
        assert.deepStrictEqual(yield* shown, [":en 3/1/0"])
        yield* decideAll("set-override")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { late: { en: "imported" }, other: { en: "O" }, same: { en: "S" } })
      })
    )

    it.effect("a text that is changed opens its conflict again, and other decisions stay", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, decideAll } = yield* seedFixture()
        const plural = (text: string) => `{n, plural, one {# ${text}} other {# ${text}s}}`
        for (const name of ["a", "b", "c"]) yield* key(name, { en: `old ${name}` })
        yield* key("p", { en: plural("dog") })
        yield* stage({
          "en.json": { a: "new", b: "new", c: "new", d: "new", p: "{n, plural, other {# dogs} one {# dog}}" }
        })
        yield* decideAll("set-override")
        yield* key("a", { en: "typed" })
        yield* key("c", { en: "new" })
        yield* key("d", { en: "typed" })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved(open("a"), open("d")))
        assert.deepStrictEqual(yield* shown, [":en 5/3/1"])
        yield* decideAll("set-keep-existing")
        assert.deepStrictEqual(yield* shown, [":en 5/3/3"])
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        const after = yield* texts
        assert.deepStrictEqual(
          [after["a"], after["b"], after["c"], after["d"]],
          [{ en: "typed" }, { en: "old b" }, { en: "new" }, { en: "typed" }]
        )
      })
    )

    it.effect("a key that goes to the trash is created again; its conflict is over", () =>
      Effect.gen(function* () {
        const { key, stage, ask, shown, texts, meanwhile } = yield* seedFixture()
        const { keyId } = yield* key("a", { en: "1" })
        yield* stage({ "en.json": { a: "2" } })
        yield* meanwhile("DELETE", `keys/${keyId}`)
        assert.deepStrictEqual(yield* shown, [":en 1/0/0"])
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "2" } })
      })
    )

    it.effect("a key that is restored is a conflict again", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, meanwhile, decideAll } = yield* seedFixture()
        const { keyId } = yield* key("a", { en: "1" })
        yield* meanwhile("DELETE", `keys/${keyId}`)
        yield* stage({ "en.json": { a: "2" } })
        yield* meanwhile("PUT", `keys/trash/${keyId}/restore`)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), unresolved(open("a")))
        yield* decideAll("set-override")
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "2" } })
      })
    )

    it.effect(
      "without new keys, one that others created or restored is written, and the keys left out are reported",
      () =>
        Effect.gen(function* () {
          const { key, stage, ask, texts, meanwhile, setCreateNewKeys, shown } = yield* seedFixture()
          yield* setCreateNewKeys(false)
          const trashed = yield* key("trashed", { en: "T" })
          const restored = yield* key("restored", { cs: "R" })
          yield* meanwhile("DELETE", `keys/${restored.keyId}`)
          yield* stage({ "en.json": { late: "L", trashed: "new", restored: "R" }, "web/en.json": { none: "N" } })
          assert.deepStrictEqual(yield* shown, [":en 1/1/0", "web:en 0/0/0"])
          yield* key("late", { cs: "typed" })
          yield* meanwhile("PUT", `keys/trash/${restored.keyId}/restore`)
          yield* meanwhile("DELETE", `keys/${trashed.keyId}`)
          assert.containsSubset(yield* ask("PUT", "apply"), leftOut([null, "trashed"], ["web", "none"]))
          assert.deepStrictEqual(yield* texts, {
            late: { cs: "typed", en: "L" },
            restored: { cs: "R", en: "R" }
          })
        })
    )

    it.effect("concurrent renames and resolutions all succeed, and no key comes back under an old name", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, meanwhile, languages } = yield* seedFixture(["en", "cs", "de"])
        const names = ["a", "b", "c"]
        const keys = yield* Effect.forEach(names, (name) => key(name, { cs: `old ${name}`, de: `old ${name}` }))
        const staged = Object.fromEntries(names.map((name) => [name, `new ${name}`]))
        yield* stage({ "cs.json": staged, "de.json": staged })
        const places = (round: number) =>
          keys.map(({ keyId }, at) =>
            meanwhile("PUT", `keys/${keyId}`, {
              name: `${names[at]}${round}`,
              namespace: round % 2 === 0 ? null : "web"
            })
          )
        const [cs, de] = yield* languages
        const decide = [cs, de].map((language) =>
          Effect.map(ask("PUT", `result/languages/${language?.id}/resolve-all/set-override`), (response) =>
            assert.deepStrictEqual(response, done)
          )
        )
        for (const round of [1, 2]) {
          yield* Effect.all([...places(round), ...decide, ...decide], { concurrency: "unbounded", discard: true })
        }
        assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=OVERRIDE"), done)
        assert.deepStrictEqual(
          yield* texts,
          Object.fromEntries(names.map((name) => [`${name}2`, { cs: `new ${name}`, de: `new ${name}` }]))
        )
      })
    )

    it.effect("a stream ends with what was left out", () =>
      Effect.gen(function* () {
        const { stage, ask, setCreateNewKeys } = yield* seedFixture()
        yield* setCreateNewKeys(false)
        yield* stage({ "en.json": { none: "N" } })
        const { body } = yield* ask("PUT", "apply-streaming")
        const last = JSON.parse(String(body).trimEnd().split("\n").at(-1) ?? "")
        assert.deepInclude(last, { status: "DONE", ...leftOut([null, "none"]).body })
      })
    )

    it.effect("settings that change hold from the next apply on", () =>
      Effect.gen(function* () {
        const { key, stage, ask, texts, setCreateNewKeys } = yield* seedFixture()
        yield* key("a", {})
        yield* stage({ "en.json": { a: "A", b: "B" } })
        yield* setCreateNewKeys(false)
        yield* setCreateNewKeys(true)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "A" }, b: { en: "B" } })
      })
    )
  })
}
