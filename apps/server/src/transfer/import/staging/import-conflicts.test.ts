import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { issuesOf } from "../../../testing/import-fixture.ts"
import { protectReviewed, setStates } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { seedStagedImportFixture } from "../../../testing/staged-import-fixture.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"

const done = { status: 200, body: "" }
const notFound = error(404, "resource_not_found")

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`conflicts of an import on ${engine}`, (it) => {
    it.effect("are texts for which the project has others; the same plural in other letters is none", () =>
      Effect.gen(function* () {
        const { key, stage, translations, counts } = yield* seedStagedImportFixture()
        yield* key("same", { en: "Same" })
        const other = yield* key("other", { en: "Other", cs: "Jiný" })
        yield* key("emptied", { en: "Gone" })
        yield* key("emptied", { en: "" })
        yield* key("untouched", { cs: "Jen" })
        yield* key("plural", { en: "{n, plural, one {# dog} other {# dogs}}" })
        const [language] = yield* stage({
          "en.json": {
            same: "Same",
            other: "Another",
            emptied: "Back",
            untouched: "New",
            plural: "{n, plural, other {# dogs} one {# dog} few {# dogs}}",
            fresh: "Fresh"
          }
        })
        assert.deepInclude(language, { totalCount: 6, conflictCount: 1, resolvedCount: 0 })
        const found = yield* translations(language?.id ?? 0)
        assert.deepStrictEqual(Object.keys(found).length, 6)
        assert.deepInclude(found["other"], {
          text: "Another",
          conflictId: other.translations["en"]?.id ?? 0,
          conflictText: "Other",
          conflictType: null,
          isOverridable: true,
          override: false,
          resolved: false
        })
        for (const name of ["emptied", "same", "untouched", "plural", "fresh"]) {
          assert.deepInclude(found[name], { conflictId: null, conflictText: null, conflictType: null }, name)
        }
        for (const query of [{ onlyConflicts: true }, { onlyUnresolved: true }] as const) {
          assert.deepStrictEqual(Object.keys(yield* translations(language?.id ?? 0, query)), ["other"])
        }
        assert.deepStrictEqual(yield* counts, ["6/1/0"])
      })
    )

    it.effect("are empty values only where the settings say that these erase texts", () =>
      Effect.gen(function* () {
        const { start, asOwner, key, stage, ask, counts, texts, translations } = yield* seedStagedImportFixture()
        const settings = (importEmptyValues: boolean) =>
          send(asOwner, "PUT", `${start}/import-settings`, {
            overrideKeyDescriptions: false,
            createNewKeys: true,
            importEmptyValues
          })
        yield* key("a", { en: "A" })
        yield* key("b", { en: "B" })
        const [language] = yield* stage({ "en.json": { a: "", b: "New" } })
        assert.deepStrictEqual(yield* counts, ["2/1/0"])
        yield* ask("PUT", `result/languages/${language?.id ?? 0}/resolve-all/set-keep-existing`)
        assert.strictEqual((yield* settings(true)).status, 200)
        // Decisions about other texts stay.
        assert.deepStrictEqual(yield* counts, ["2/2/1"])
        const open = yield* translations(language?.id ?? 0, { onlyUnresolved: true })
        assert.deepStrictEqual(Object.keys(open), ["a"])
        yield* settings(false)
        assert.deepStrictEqual(yield* counts, ["2/1/1"])
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: "A" }, b: { en: "B" } })

        yield* settings(true)
        yield* stage({ "en.json": { a: "" } })
        assert.deepStrictEqual(yield* counts, ["1/1/0"])
        assert.deepStrictEqual(yield* ask("PUT", "apply?forceMode=OVERRIDE"), done)
        assert.deepStrictEqual(yield* texts, { a: { en: null }, b: { en: "B" } })
      })
    )

    it.effect("with a plural key are shown as they would be stored", () =>
      Effect.gen(function* () {
        const { start, asOwner, key, stage, translations } = yield* seedStagedImportFixture()
        const { keyId } = yield* key("dogs", { en: "dogs" })
        const edit = yield* send(asOwner, "PUT", `${start}/keys/${keyId}/complex-update`, {
          name: "dogs",
          isPlural: true,
          pluralArgName: "count",
          translations: { en: "{count, plural, one {# dog} other {# dogs}}", cs: "{count, plural, other {psi}}" }
        })
        assert.strictEqual(edit.status, 200)
        const [en, cs] = yield* stage({ "en.json": { dogs: "dogs" }, "cs.json": { dogs: "psi" } })
        assert.deepStrictEqual([en?.conflictCount, cs?.conflictCount], [1, 0])
        assert.deepInclude((yield* translations(en?.id ?? 0))["dogs"], {
          text: "{count, plural,\nother {dogs}\n}",
          isPlural: false,
          existingKeyIsPlural: true
        })
      })
    )

    it.effect("are decided one by one, and a decision holds until the project's text changes", () =>
      Effect.gen(function* () {
        const { key, stage, ask, translations, counts, texts } = yield* seedStagedImportFixture()
        for (const name of ["a", "b", "c"]) yield* key(name, { en: `Old ${name}` })
        const [language] = yield* stage({ "en.json": { a: "New a", b: "New b", c: "New c", d: "New d" } })
        const id = language?.id ?? 0
        const found = yield* translations(id)
        const resolve = (name: string, how: "set-override" | "set-keep-existing") =>
          ask("PUT", `result/languages/${id}/translations/${found[name]?.id}/resolve/${how}`)
        assert.deepStrictEqual(yield* resolve("a", "set-override"), done)
        assert.deepStrictEqual(yield* resolve("b", "set-keep-existing"), done)
        assert.deepStrictEqual(yield* resolve("b", "set-keep-existing"), done)
        assert.deepStrictEqual(yield* resolve("c", "set-keep-existing"), done)
        assert.deepStrictEqual(yield* resolve("c", "set-override"), done)
        // Nothing to decide.
        assert.deepStrictEqual(yield* resolve("d", "set-override"), done)
        assert.deepStrictEqual(yield* counts, ["4/3/3"])
        const decided = yield* translations(id)
        assert.deepInclude(decided["a"], { resolved: true, override: true })
        assert.deepInclude(decided["b"], { resolved: true, override: false })
        assert.deepInclude(decided["c"], { resolved: true, override: true })
        assert.deepInclude(decided["d"], { resolved: false, override: false })
        assert.deepStrictEqual(yield* translations(id, { onlyUnresolved: true }), {})

        yield* key("c", { en: "Changed meanwhile" })
        assert.deepStrictEqual(
          yield* ask("PUT", "apply"),
          error(400, "conflict_is_not_resolved", [
            { keyName: "c", keyNamespace: null, language: "en", isOverridable: true }
          ])
        )
        assert.strictEqual((yield* texts)["a"]?.["en"], "Old a")
        assert.deepStrictEqual(yield* resolve("c", "set-override"), done)
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, {
          a: { en: "New a" },
          b: { en: "Old b" },
          c: { en: "New c" },
          d: { en: "New d" }
        })
      })
    )

    it.effect("in another language, of another user or of nothing cannot be decided", () =>
      Effect.gen(function* () {
        const { key, stage, ask, translations, member, counts } = yield* seedStagedImportFixture()
        yield* key("k", { en: "Old", cs: "Starý" })
        const [en, cs] = yield* stage({ "en.json": { k: "New" }, "cs.json": { k: "Nový" } })
        const asMember = yield* member("MANAGE")
        const inEnglish = (yield* translations(en?.id ?? 0))["k"]?.id
        for (const how of ["set-override", "set-keep-existing"]) {
          const path = (languageId: number | undefined) =>
            `result/languages/${languageId}/translations/${inEnglish}/resolve/${how}`
          assert.deepStrictEqual(yield* ask("PUT", path(cs?.id)), notFound)
          assert.deepStrictEqual(yield* ask("PUT", path(en?.id), undefined, asMember), notFound)
          assert.deepStrictEqual(
            yield* ask("PUT", `result/languages/${en?.id}/resolve-all/${how}`, undefined, asMember),
            notFound
          )
        }
        assert.deepStrictEqual(yield* counts, ["1/1/0", "1/1/0"])
      })
    )

    it.effect("with protected and disabled texts depend on the caller, and are left when all are overridden", () =>
      Effect.gen(function* () {
        const { project, path, key, stage, translations, member, asOwner } = yield* seedStagedImportFixture()
        yield* key("reviewed", { en: "Reviewed" })
        yield* setStates(project.id, "REVIEWED")
        yield* key("plain", { en: "Plain" })
        yield* protectReviewed(project.id)
        const files = { "en.json": { reviewed: "Other", plain: "Other" } }
        const asEditor = yield* member({ type: null, scopes: ["translations.view", "translations.edit"] })
        for (const [credential, conflictType, how] of [
          [asOwner, "SHOULD_NOT_EDIT_REVIEWED", done],
          [asEditor, "CANNOT_EDIT_REVIEWED", error(400, "cannot_modify_reviewed_translation")]
        ] as const) {
          const [language] = yield* stage(files, credential)
          const list = `${path}/result/languages/${language?.id}`
          const listed = (yield* send(credential, "GET", `${list}/translations`)).body as {
            readonly _embedded: { readonly translations: ReadonlyArray<{ readonly id: number }> }
          }
          const [plain, reviewed] = listed._embedded.translations
          assert.containsSubset(plain, { keyName: "plain", conflictType: null, isOverridable: true })
          assert.containsSubset(reviewed, { keyName: "reviewed", conflictType, isOverridable: how === done })
          assert.deepStrictEqual(yield* send(credential, "PUT", `${list}/resolve-all/set-override`), done)
          assert.deepInclude((yield* send(credential, "GET", list)).body, {
            conflictCount: 2,
            resolvedCount: how === done ? 2 : 1
          })
          assert.deepStrictEqual(
            yield* send(credential, "PUT", `${list}/translations/${reviewed?.id}/resolve/set-override`),
            how
          )
          // Keeping is always possible.
          assert.deepStrictEqual(yield* send(credential, "PUT", `${list}/resolve-all/set-keep-existing`), done)
          assert.deepInclude((yield* send(credential, "GET", list)).body, { conflictCount: 2, resolvedCount: 2 })
        }
        yield* setStates(project.id, "DISABLED")
        const [, language] = yield* stage({ "again/en.json": files["en.json"] })
        const found = yield* translations(language?.id ?? 0)
        assert.deepInclude(found["plain"], {
          conflictType: "CANNOT_EDIT_DISABLED",
          conflictText: null,
          isOverridable: false
        })
        assert.deepStrictEqual(
          yield* send(
            asOwner,
            "PUT",
            `${path}/result/languages/${language?.id}/translations/${found["plain"]?.id}/resolve/set-override`
          ),
          error(400, "cannot_modify_disabled_translation")
        )
      })
    )

    it.effect("do not show texts in languages that the caller may not see", () =>
      Effect.gen(function* () {
        const { project, path, key, stage, member } = yield* seedStagedImportFixture()
        yield* key("k", { en: "Public", cs: "Tajný" })
        const asViewer = yield* member({
          type: "TRANSLATE",
          viewLanguageIds: [project.languages["en"] ?? 0],
          translateLanguageIds: [project.languages["en"] ?? 0]
        })
        const languages = yield* stage({ "en.json": { k: "1" }, "cs.json": { k: "2" } }, asViewer)
        const shown = yield* Effect.forEach(languages, ({ id }) =>
          Effect.map(
            send(asViewer, "GET", `${path}/result/languages/${id}/translations`),
            ({ body }) =>
              (body as { _embedded: { translations: [{ conflictId: number; conflictText: string | null }] } })._embedded
                .translations[0]
          )
        )
        assert.deepStrictEqual(
          shown.map(({ conflictText }) => conflictText),
          ["Public", null]
        )
        assert.isTrue(shown.every(({ conflictId }) => conflictId > 0))
      })
    )

    it.effect("end when the project's key goes to the trash", () =>
      Effect.gen(function* () {
        const { start, asOwner, key, stage, translations, counts, ask, texts } = yield* seedStagedImportFixture()
        const { keyId } = yield* key("gone", { en: "Old" })
        yield* key("stays", { en: "Old" })
        const [language] = yield* stage({ "en.json": { gone: "New", stays: "New" } })
        assert.deepStrictEqual(yield* ask("PUT", `result/languages/${language?.id}/resolve-all/set-override`), done)
        assert.deepStrictEqual(yield* counts, ["2/2/2"])
        assert.deepStrictEqual(yield* send(asOwner, "DELETE", `${start}/keys/${keyId}`), done)
        assert.deepStrictEqual(yield* counts, ["2/1/1"])
        const found = yield* translations(language?.id ?? 0)
        assert.deepInclude(found["gone"], { conflictId: null, resolved: false })
        assert.deepStrictEqual(yield* ask("PUT", "apply"), done)
        assert.deepStrictEqual(yield* texts, { gone: { en: "New" }, stays: { en: "New" } })
      })
    )

    it.effect("begin and end with the pairing of their language; one that holds a key is reported to the others", () =>
      Effect.gen(function* () {
        const { project, key, stage, ask, counts, languages, params, asOwner, translations } =
          yield* seedStagedImportFixture()
        yield* key("k", { en: "Old" })
        const [english, unknown] = yield* stage({ "en.json": { k: "New" }, "xx.json": { k: "Other", own: "Own" } })
        assert.deepStrictEqual(yield* counts, ["1/1/0", "2/0/0"])
        assert.deepInclude(unknown, { existingLanguageId: null, existingLanguageTag: null })
        assert.deepStrictEqual(yield* ask("PUT", `result/languages/${english?.id}/resolve-all/set-override`), done)
        const select = (id: number | undefined, tag: string) =>
          ask("PUT", `result/languages/${id}/select-existing/${project.languages[tag]}`)
        assert.deepStrictEqual(yield* select(unknown?.id, "en"), done)
        assert.deepStrictEqual(yield* counts, ["1/1/1", "1/0/0"])
        const [issue, ...others] = yield* issuesOf(asOwner, params, unknown?.importFileId ?? 0)
        assert.deepStrictEqual(others, [])
        assert.deepInclude(issue, { type: "TRANSLATION_DEFINED_IN_ANOTHER_FILE", line: 1, column: 2 })
        assert.deepInclude(issue?.params[1], { type: "LANGUAGE_ID", value: String(english?.id) })
        // The value that is not selected is in conflict as well, though it does not need a resolution.
        assert.isNotNull((yield* translations(unknown?.id ?? 0))["k"]?.conflictId)

        // The other one now holds the key: what was decided about the first one is forgotten with its pairing.
        assert.deepStrictEqual(yield* ask("PUT", `result/languages/${english?.id}/reset-existing`), done)
        assert.deepStrictEqual(yield* counts, ["1/0/0", "2/1/0"])
        assert.deepStrictEqual(yield* issuesOf(asOwner, params, unknown?.importFileId ?? 0), [])
        assert.deepStrictEqual(yield* select(english?.id, "cs"), done)
        assert.deepStrictEqual(
          (yield* languages).map(({ existingLanguageTag, existingLanguageId }) => [
            existingLanguageTag,
            existingLanguageId
          ]),
          [
            ["cs", project.languages["cs"] ?? 0],
            ["en", project.languages["en"] ?? 0]
          ]
        )
        assert.deepStrictEqual(yield* counts, ["1/0/0", "2/1/0"])
      })
    )

    it.effect("a language is paired by its user with one of the same project only", () =>
      Effect.gen(function* () {
        const { organization, stage, ask, member, languages, project } = yield* seedStagedImportFixture()
        const other = yield* seed.project({ organization: organization.id, name: `Other of ${project.slug}` })
        const [language] = yield* stage({ "xx.json": { k: "v" } })
        const select = (id: number | undefined, existing: number | string | undefined) =>
          ask("PUT", `result/languages/${id}/select-existing/${existing}`)
        assert.deepStrictEqual(yield* select(language?.id, other.languages["en"]), error(404, "language_not_found"))
        assert.deepStrictEqual(yield* select(language?.id, 987654321), error(404, "language_not_found"))
        assert.deepStrictEqual(yield* select(987654321, project.languages["en"]), notFound)
        assert.deepStrictEqual(
          yield* select(language?.id, "en"),
          error(400, "wrong_param_type", ["existingLanguageId"])
        )
        const asMember = yield* member("MANAGE")
        for (const rest of [`select-existing/${project.languages["en"]}`, "reset-existing"]) {
          assert.deepStrictEqual(
            yield* ask("PUT", `result/languages/${language?.id}/${rest}`, undefined, asMember),
            notFound
          )
        }
        assert.isNull((yield* languages)[0]?.existingLanguageId)
      })
    )

    it.effect("follow the namespace of their file, and so does what other files hold", () =>
      Effect.gen(function* () {
        const { project, key, stage, ask, counts, languages, asOwner, params } = yield* seedStagedImportFixture()
        yield* seed.useNamespaces(project.id)
        yield* key("k", { en: "Default" })
        yield* key("k", { en: "Web" }, "web")
        const [first, second] = yield* stage({ "web/en.json": { k: "Web" }, "app/en.json": { k: "App" } })
        assert.deepStrictEqual(yield* counts, ["1/0/0", "1/0/0"])
        const namespaces = ask("GET", "all-namespaces")
        const [web] = (
          (yield* namespaces).body as { _embedded: { namespaces: Array<unknown> } }
        )._embedded.namespaces.slice(-1)
        assert.deepStrictEqual((yield* namespaces).body, {
          _embedded: { namespaces: [{ id: null, name: "app" }, web] }
        })
        assert.deepInclude(web, { name: "web" })
        const select = (fileId: number | undefined, namespace: unknown) =>
          ask("PUT", `result/files/${fileId}/select-namespace`, { namespace })
        assert.deepStrictEqual(yield* select(second?.importFileId, "web"), done)
        assert.deepStrictEqual(yield* counts, ["1/0/0", "0/0/0"])
        assert.lengthOf(yield* issuesOf(asOwner, params, second?.importFileId ?? 0), 1)
        assert.deepStrictEqual(yield* select(first?.importFileId, " "), done)
        assert.deepStrictEqual(yield* counts, ["1/1/0", "1/1/0"])
        assert.deepStrictEqual(yield* issuesOf(asOwner, params, second?.importFileId ?? 0), [])
        assert.deepStrictEqual(yield* select(first?.importFileId, null), done)
        assert.deepStrictEqual(
          (yield* languages).map(({ namespace }) => namespace),
          [null, "web"]
        )
        assert.deepStrictEqual(yield* select(first?.importFileId, "n".repeat(101)), {
          status: 400,
          body: { STANDARD_VALIDATION: { namespace: "size must be between 0 and 100" } }
        })
        assert.deepStrictEqual(yield* select(987654321, "web"), notFound)
      })
    )

    it.effect("of keys that are not to be created are not counted, nor are these keys shown", () =>
      Effect.gen(function* () {
        const { start, asOwner, key, stage, ask, counts, translations, texts, member, languages } =
          yield* seedStagedImportFixture()
        const settings = `${start}/import-settings`
        const defaults = { overrideKeyDescriptions: false, createNewKeys: true, importEmptyValues: false }
        assert.deepStrictEqual(yield* send(asOwner, "GET", settings), { status: 200, body: defaults })
        yield* key("known", { en: "Old" })
        const [language] = yield* stage({ "en.json": { known: "New", unknown: "New" } })
        assert.deepStrictEqual(yield* counts, ["2/1/0"])
        const changed = { overrideKeyDescriptions: true, createNewKeys: false, importEmptyValues: false }
        assert.deepStrictEqual(yield* send(asOwner, "PUT", settings, { ...changed, convertPlaceholdersToIcu: true }), {
          status: 200,
          body: changed
        })
        assert.deepStrictEqual(yield* send(asOwner, "GET", settings), { status: 200, body: changed })
        // Each user has their own.
        assert.deepStrictEqual(yield* send(yield* member("VIEW"), "GET", settings), { status: 200, body: defaults })
        assert.deepStrictEqual(yield* counts, ["1/1/0"])
        assert.deepStrictEqual(Object.keys(yield* translations(language?.id ?? 0)), ["known"])
        // Files that come later are read the same way.
        yield* stage({ "cs.json": { known: "Nový", unknown: "Nový" } })
        assert.deepStrictEqual(yield* counts, ["1/1/0", "1/0/0"])
        assert.lengthOf(yield* languages, 2)
        assert.containsSubset(yield* ask("PUT", "apply?forceMode=OVERRIDE"), {
          status: 200,
          body: { notices: [{ keyName: "unknown", keyNamespace: null }], noticeCount: 1 }
        })
        assert.deepStrictEqual(yield* texts, { known: { en: "New", cs: "Nový" } })

        yield* stage({ "en.json": { unknown: "New" } })
        assert.deepStrictEqual(yield* counts, ["0/0/0"])
        assert.deepStrictEqual(yield* send(asOwner, "PUT", settings, defaults), { status: 200, body: defaults })
        assert.deepStrictEqual(yield* counts, ["1/0/0"])
      })
    )
  })
}
