import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { withoutReport } from "../../../testing/import-answer.ts"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { contentOf, protectReviewed, setStates, textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send, sendBody, type TestCredential, type TestResponse } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { upload } from "../../../testing/upload.ts"

const jsonFile = (name: string, content: unknown) => ({ name, content: JSON.stringify(content) })

const seedFixture = Effect.fnUntraced(function* (languages?: ReadonlyArray<string>) {
  const fixture = yield* seedImportFixture(languages)
  const path = `/v2/projects/${fixture.project.id}/single-step-import`
  const push = (
    files: Readonly<Record<string, unknown>>,
    params: Record<string, unknown> = {},
    credential: TestCredential = fixture.asOwner
  ) =>
    Effect.map(
      upload(
        credential,
        path,
        Object.entries(files).map(([name, content]) =>
          typeof content === "string" ? { name, content } : jsonFile(name, content)
        ),
        params
      ),
      withoutReport
    )
  const activities = Effect.map(
    fixture.client.activity.list({ params: fixture.params, query: {} }),
    (page) => page._embedded.activities
  )
  /** A member with a permission of their own. */
  const member = Effect.fnUntraced(function* (permission: Parameters<typeof seed.directPermission>[0]["permission"]) {
    const user = yield* seed.user({ username: `${fixture.project.slug} member ${++members}` })
    yield* seed.directPermission({ project: fixture.project.id, user, permission })
    return yield* seed.accessToken(user)
  })
  return { ...fixture, path, push, activities, member, texts: textsIn(fixture.project.id) }
})

let members = 0

const applied: TestResponse = { status: 200, body: { unresolvedConflicts: null } }

const conflict = (keyName: string, language: string, isOverridable = true, keyNamespace: string | null = null) => ({
  keyName,
  keyNamespace,
  language,
  isOverridable
})

layer(layerTestServer(), { timeout: "60 seconds" })("a single-step import is refused", (it) => {
  it.effect.each([
    ["no files", {}, {}, 400, { STANDARD_VALIDATION: { files: "Required part 'files' is not present." } }],
    [
      "two mappings of one file",
      { "en.json": {} },
      { fileMappings: [{ fileName: "en.json" }, { fileName: "en.json" }] },
      400,
      { code: "too_many_mappings_for_file", params: ["en.json"] }
    ],
    [
      "two mappings of one language",
      { "en.json": {} },
      {
        languageMappings: [
          { importLanguage: "a", platformLanguageTag: "en" },
          { importLanguage: "a", platformLanguageTag: "cs" }
        ]
      },
      400,
      { code: "multiple_mappings_for_same_file_language_name", params: null }
    ],
    [
      "a namespace where they are not used",
      { "en.json": { k: "v" } },
      { fileMappings: [{ fileName: "en.json", namespace: "web" }] },
      400,
      { code: "namespace_cannot_be_used_when_feature_is_disabled", params: null }
    ],
    [
      "a namespace that is too long",
      { "en.json": { k: "v" } },
      { fileMappings: [{ fileName: "en.json", namespace: "n".repeat(101) }] },
      400,
      { STANDARD_VALIDATION: { "fileMappings[0].namespace": "size must be between 0 and 100" } }
    ],
    ["nothing in the files", { "en.json": {} }, {}, 400, { code: "no_data_to_import", params: null }],
    [
      "nothing in the files but what cannot be read",
      {
        "en.xliff":
          '<xliff version="1.2">\n<file original="a" source-language="en"><body><trans-unit><source>A</source></trans-unit></body></file></xliff>'
      },
      {},
      400,
      {
        code: "no_data_to_import",
        params: [
          {
            fileName: "en.xliff",
            line: 2,
            column: 47,
            message: "A unit has no id; it was skipped."
          }
        ]
      }
    ],
    [
      "a branch",
      { "en.json": { k: "v" } },
      { branch: "feature" },
      400,
      { code: "feature_not_enabled_for_project", params: ["BRANCHING"] }
    ],
    [
      "a language that the project does not have",
      { "xx.json": { k: "v" } },
      {},
      400,
      { code: "existing_language_not_selected", params: null }
    ],
    [
      "a tag without a name",
      { "en.json": { k: "v" } },
      { tagNewKeys: [" "] },
      400,
      { code: "tag_is_blank", params: null }
    ],
    [
      "a tag that is too long",
      { "en.json": { k: "v" } },
      { tagNewKeys: ["t".repeat(101)] },
      400,
      { code: "tag_too_log", params: null }
    ],
    [
      "a mode that does not exist",
      { "en.json": { k: "v" } },
      { forceMode: "ALWAYS" },
      400,
      {
        code: "request_parse_error",
        params: ['forceMode: Expected "OVERRIDE" | "KEEP" | "NO_FORCE"']
      }
    ],
    [
      "a tag with a character that no database keeps",
      { "en.json": { k: "v" } },
      { tagNewKeys: ["\u0000"] },
      400,
      { code: "request_parse_error", params: ["params: A text holds U+0000 or half of a character"] }
    ]
  ] as ReadonlyArray<[string, Record<string, unknown>, Record<string, unknown>, number, unknown]>)(
    "for %s, and nothing is left of it",
    ([, files, params, status, body]) =>
      Effect.gen(function* () {
        const { push, texts, activities } = yield* seedFixture()
        assert.deepStrictEqual(yield* push(files, params), { status, body })
        assert.deepStrictEqual(yield* texts, {})
        assert.deepStrictEqual(yield* activities, [])
      })
  )

  it.effect("for parameters that are missing or no JSON", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedFixture()
      const files = [jsonFile("en.json", { k: "v" })]
      assert.deepStrictEqual(yield* upload(asOwner, path, files), {
        status: 400,
        body: { STANDARD_VALIDATION: { params: "Required part 'params' is not present." } }
      })
      assert.deepStrictEqual(
        yield* upload(asOwner, path, files, "{"),
        error(400, "request_parse_error", ["params: Expected valid JSON"])
      )
    })
  )

  it.effect("when one file cannot be read: all of them are, each with its reason", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      const response = yield* push({ "en.json": { k: "v" }, "cs.json": "{", "note.txt": "n" })
      const { code, params } = response.body as {
        code: string
        params: ReadonlyArray<{ code: string; params: ReadonlyArray<string> }>
      }
      assert.deepStrictEqual([response.status, code], [400, "import_failed"])
      assert.deepStrictEqual(
        params.map((error) => [error.code, error.params[0]]),
        [
          ["cannot_parse_file", "cs.json"],
          ["cannot_parse_file", "note.txt"]
        ]
      )
      assert.deepStrictEqual(yield* texts, {})
    })
  )

  it.effect("with all conflicts, before what the caller may not do", () =>
    Effect.gen(function* () {
      const { push, member, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1", b: "1" }, "cs.json": { a: "1" } })
      const asViewer = yield* member("VIEW")
      const response = yield* push({ "en.json": { a: "2", b: "2", c: "2" }, "cs.json": { a: "2" } }, {}, asViewer)
      assert.deepStrictEqual(
        response,
        error(400, "conflict_is_not_resolved", [conflict("a", "en"), conflict("a", "cs"), conflict("b", "en")])
      )
      assert.deepStrictEqual(yield* texts, { a: { en: "1", cs: "1" }, b: { en: "1" } })
    })
  )

  it.effect("for who may not write texts, these languages or new keys; texts come first", () =>
    Effect.gen(function* () {
      const { push, member, texts, project } = yield* seedFixture()
      const cs = project.languages["cs"] ?? 0
      yield* push({ "en.json": { old: "1" } })
      const asViewer = yield* member("VIEW")
      const asTranslator = yield* member("TRANSLATE")
      const asCzech = yield* member({ type: "TRANSLATE", translateLanguageIds: [cs] })
      const edit = error(403, "operation_not_permitted", ["translations.edit"])
      const create = error(403, "operation_not_permitted", ["keys.create"])
      const language = error(403, "language_not_permitted", [[project.languages["en"]], ["en"]])
      assert.deepStrictEqual(yield* push({ "en.json": { new: "1" } }, {}, asViewer), edit)
      assert.deepStrictEqual(yield* push({ "en.json": { old: "2" } }, { forceMode: "OVERRIDE" }, asCzech), language)
      assert.deepStrictEqual(yield* push({ "en.json": { new: "1" } }, {}, asTranslator), create)
      assert.deepStrictEqual(yield* push({ "en.json": { new: null } }, {}, asViewer), create)
      assert.deepStrictEqual(yield* texts, { old: { en: "1" } })
      assert.deepStrictEqual(yield* push({ "en.json": { old: "1" } }, {}, asViewer), applied)
      assert.deepStrictEqual(yield* push({ "cs.json": { old: "1" } }, {}, asCzech), applied)
      assert.deepStrictEqual(yield* texts, { old: { en: "1", cs: "1" } })
    })
  )

  it.effect("for who wants to remove the other keys and may not delete any", () =>
    Effect.gen(function* () {
      const { push, project, owner, texts } = yield* seedFixture()
      const key = yield* seed.apiKey({
        project: project.id,
        user: owner,
        scopes: ["translations.edit", "keys.create"]
      })
      assert.deepStrictEqual(
        yield* push({ "en.json": { a: "1" } }, { removeOtherKeys: true }, key),
        error(403, "operation_not_permitted", ["keys.delete"])
      )
      assert.deepStrictEqual(yield* texts, {})
    })
  )
})

layer(layerTestServer(), { timeout: "60 seconds" })("a single-step import", (it) => {
  it.effect("takes parameters without a type, of a binary type and as JSON", () =>
    Effect.gen(function* () {
      const { asOwner, path, texts } = yield* seedFixture()
      const params = JSON.stringify({ forceMode: "OVERRIDE" })
      for (const [index, part] of [
        params,
        new Blob([params], { type: "application/octet-stream" }),
        new Blob([params], { type: "application/json" })
      ].entries()) {
        const form = new FormData()
        form.append("files", new Blob([JSON.stringify({ k: `v${index}` })]), "en.json")
        if (typeof part === "string") form.append("params", part)
        else form.append("params", part, "blob")
        assert.deepStrictEqual(withoutReport(yield* sendBody(asOwner, "POST", path, form)), applied)
      }
      assert.deepStrictEqual(yield* texts, { k: { en: "v2" } })
    })
  )

  it.effect("creates keys with and without texts, as one activity with numbers", () =>
    Effect.gen(function* () {
      const { push, texts, activities } = yield* seedFixture()
      const response = yield* push({
        "en.json": { a: { b: "x" }, empty: "", none: null },
        "cs.json": { a: { b: "y" } }
      })
      assert.deepStrictEqual(response, applied)
      assert.deepStrictEqual(yield* texts, { "a.b": { en: "x", cs: "y" }, empty: {}, none: {} })
      const [activity, ...others] = yield* activities
      assert.deepStrictEqual(
        [activity?.type, activity?.counts, activity?.modifiedEntities, others],
        ["IMPORT", { Key: 3, Translation: 2 }, null, []]
      )
    })
  )

  it.effect("leaves no activity when it changes nothing", () =>
    Effect.gen(function* () {
      const { push, activities } = yield* seedFixture()
      const files = { "en.json": { a: "1", b: "{n, plural, one {x} other {y}}" } }
      yield* push(files)
      const before = yield* activities
      assert.deepStrictEqual(yield* push(files), applied)
      assert.deepStrictEqual(yield* activities, before)
    })
  )

  it.effect("KEEP keeps, OVERRIDE overrides, and says nothing more of it", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1", b: "1" } })
      assert.deepStrictEqual(yield* push({ "en.json": { a: "2", b: "", c: "2" } }, { forceMode: "KEEP" }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "1" }, b: { en: "1" }, c: { en: "2" } })
      assert.deepStrictEqual(yield* push({ "en.json": { a: "2", b: "" } }, { forceMode: "OVERRIDE" }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "2" }, b: { en: "1" }, c: { en: "2" } })
    })
  )

  it.effect("empty values erase no text unless the request says so, and are no conflict", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      const dogs = "{count, plural,\none {# dog}\nother {# dogs}\n}"
      yield* push({ "en.json": { a: "1", dog_one: "{{count}} dog", dog_other: "{{count}} dogs" } })
      const written = { a: { en: "1" }, dog: { en: dogs } }
      assert.deepStrictEqual(yield* texts, written)
      const empty = { "en.json": { a: "", dog_one: "", dog_other: "" } }
      const asI18next = { fileMappings: [{ fileName: "en.json", format: "JSON_I18NEXT" }] }
      for (const forceMode of ["NO_FORCE", "KEEP", "OVERRIDE"]) {
        assert.deepStrictEqual(yield* push(empty, { ...asI18next, forceMode }), applied)
        assert.deepStrictEqual(yield* texts, written, forceMode)
      }
      const response = yield* push(empty, { ...asI18next, importEmptyValues: true })
      assert.strictEqual(response.status, 400)
      assert.deepStrictEqual(yield* texts, written)
      const erasing = { ...asI18next, importEmptyValues: true, forceMode: "OVERRIDE" }
      assert.deepStrictEqual(yield* push(empty, erasing), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: null }, dog: { en: null } })
    })
  )

  it.effect("a text fills an empty one whatever the mode: there is nothing that it could replace", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      const erase = Effect.gen(function* () {
        yield* push({ "en.json": { a: "1" } }, { forceMode: "OVERRIDE" })
        yield* push({ "en.json": { a: "" } }, { forceMode: "OVERRIDE", importEmptyValues: true })
        assert.deepStrictEqual(yield* texts, { a: { en: null } })
      })
      for (const forceMode of ["NO_FORCE", "KEEP", "OVERRIDE"]) {
        yield* erase
        assert.deepStrictEqual(yield* push({ "en.json": { a: "2" } }, { forceMode }), applied)
        assert.deepStrictEqual(yield* texts, { a: { en: "2" } }, forceMode)
      }
    })
  )

  it.effect("a form for an exact number is taken away when the file has it no longer", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "{n, plural, =1 {dogs} one {dog} other {dogs}}" } })
      const corrected = { "en.json": { a: "{n, plural, one {dog} other {dogs}}" } }
      assert.strictEqual((yield* push(corrected)).status, 400)
      assert.deepStrictEqual(yield* push(corrected, { forceMode: "OVERRIDE" }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "{n, plural,\none {dog}\nother {dogs}\n}" } })
    })
  )

  it.effect("writes what it can when conflicts are no error, and names the others", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" } })
      const response = yield* push({ "en.json": { a: "2", b: "2" } }, { errorOnUnresolvedConflict: false })
      assert.deepStrictEqual(response, { status: 200, body: { unresolvedConflicts: [conflict("a", "en")] } })
      assert.deepStrictEqual(yield* texts, { a: { en: "1" }, b: { en: "2" } })
    })
  )

  it.effect("OVERRIDE leaves protected reviewed texts unless ALL is meant, and keeps their state", () =>
    Effect.gen(function* () {
      const { push, texts, project, member } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" } })
      yield* protectReviewed(project.id)
      yield* setStates(project.id, "REVIEWED")
      const files = { "en.json": { a: "2" } }
      const unresolved = { status: 200, body: { unresolvedConflicts: [conflict("a", "en")] } }
      assert.deepStrictEqual(yield* push(files, { forceMode: "OVERRIDE" }), unresolved)
      assert.deepStrictEqual(
        yield* push(files, { forceMode: "OVERRIDE", errorOnUnresolvedConflict: true }),
        error(400, "conflict_is_not_resolved", [conflict("a", "en")])
      )
      const all = { forceMode: "OVERRIDE", overrideMode: "ALL" }
      assert.deepStrictEqual(yield* push(files, all, yield* member("TRANSLATE")), {
        status: 200,
        body: { unresolvedConflicts: [conflict("a", "en", false)] }
      })
      assert.deepStrictEqual(yield* texts, { a: { en: "1 REVIEWED" } })
      assert.deepStrictEqual(yield* push(files, all), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "2 REVIEWED" } })
    })
  )

  it.effect("never writes into disabled translations", () =>
    Effect.gen(function* () {
      const { push, texts, project } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" } })
      yield* setStates(project.id, "DISABLED")
      const response = yield* push({ "en.json": { a: "2" } }, { forceMode: "OVERRIDE", overrideMode: "ALL" })
      assert.deepStrictEqual(response.body, { unresolvedConflicts: [conflict("a", "en", false)] })
      assert.deepStrictEqual(yield* texts, { a: { en: " DISABLED" } })
    })
  )

  it.effect("a new base text makes the texts of its key outdated that do not change with it", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture(["en", "cs", "de"])
      yield* push({ "en.json": { a: "1", b: "1" }, "cs.json": { a: "1", b: "1" }, "de.json": { a: "1" } })
      const files = { "en.json": { a: "2", b: "1" }, "cs.json": { a: "2", b: "1" }, "de.json": { a: "1" } }
      yield* push(files, { forceMode: "OVERRIDE" })
      assert.deepStrictEqual(yield* texts, {
        a: { en: "2", cs: "2", de: "1 outdated" },
        b: { en: "1", cs: "1" }
      })
      yield* push({ "de.json": { a: "3" } }, { forceMode: "OVERRIDE" })
      assert.deepStrictEqual((yield* texts)["a"], { en: "2", cs: "2", de: "3" })
      yield* push({ "en.json": { a: "4" }, "de.json": { a: "4" } }, { forceMode: "OVERRIDE" })
      assert.deepStrictEqual((yield* texts)["a"], { en: "4", cs: "2 outdated", de: "4" })
    })
  )

  it.effect("createNewKeys=false leaves unknown keys out, whatever their language", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" } })
      const files = { "cs.json": { a: "2", b: "2" }, "xx.json": { c: "2" } }
      assert.deepStrictEqual(yield* push(files, { createNewKeys: false }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "1", cs: "2" } })
    })
  )

  it.effect("tags the keys that it creates, and no others", () =>
    Effect.gen(function* () {
      const { push, project } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" } })
      yield* push({ "en.json": { a: "1", b: "1" } }, { tagNewKeys: ["new", " draft "] })
      const content = yield* contentOf(project.id)
      assert.deepStrictEqual([content["a"]?.tags, content["b"]?.tags], [[], ["draft", "new"]])
    })
  )

  it.effect("removeOtherKeys moves the others of the imported namespaces to the trash", () =>
    Effect.gen(function* () {
      const { push, project, texts, activities } = yield* seedFixture()
      yield* seed.useNamespaces(project.id)
      yield* push({ "en.json": { a: "1", b: "1" }, "web/en.json": { a: "1", c: "1" }, "app/en.json": { d: "1" } })
      const response = yield* push({ "en.json": { b: "1" }, "web/en.json": { a: "1" } }, { removeOtherKeys: true })
      assert.deepStrictEqual(response, applied)
      assert.deepStrictEqual(Object.keys(yield* texts), ["web:a", "b", "app:d"])
      const types = (yield* activities).map(({ type, counts }) => [type, counts])
      assert.deepStrictEqual(types.at(-1), ["IMPORT", { Key: 2 }])
    })
  )

  it.effect("descriptions: the first import writes them, later ones only when they shall", () =>
    Effect.gen(function* () {
      const { push, project } = yield* seedFixture()
      const po = (description: string) => `#. ${description}\n#: a.ts:1\nmsgid "k"\nmsgstr "v"\n`
      const description = Effect.map(contentOf(project.id), (content) => content["k"]?.description)
      yield* push({ "en.json": { k: "v" } })
      yield* push({ "en.po": po("one") })
      assert.strictEqual(yield* description, "one")
      yield* push({ "en.po": po("two") })
      assert.strictEqual(yield* description, "one")
      yield* push({ "en.po": po("two").replace("a.ts:1", "a.ts:1 b.ts:2") }, { overrideKeyDescriptions: true })
      assert.strictEqual(yield* description, "two")
      assert.deepStrictEqual((yield* contentOf(project.id))["k"]?.references, [
        { path: "a.ts", line: 1 },
        { path: "b.ts", line: 2 }
      ])
      // The source moved, and its file says it alone.
      yield* push({ "en.po": po("two").replace("a.ts:1", "a.ts:3") })
      assert.deepStrictEqual((yield* contentOf(project.id))["k"]?.references, [
        { path: "b.ts", line: 2 },
        { path: "a.ts", line: 3 }
      ])
    })
  )

  it.effect("a change of descriptions alone is an activity that names the keys and can be filtered by", () =>
    Effect.gen(function* () {
      const { push, project, asOwner, activities } = yield* seedFixture()
      yield* seed.useNamespaces(project.id)
      const po = (description: string) => `#. ${description}\nmsgid "k"\nmsgstr "v"\n`
      yield* push({ "web/en.po": po("one") })
      yield* push({ "web/en.po": po("two") }, { overrideKeyDescriptions: true })
      const { revisionId } = (yield* activities).reduce((newest, one) =>
        one.revisionId > newest.revisionId ? one : newest
      )
      const start = `/v2/projects/${project.id}`
      const changed = yield* send(asOwner, "GET", `${start}/activity/revisions/${revisionId}/modified-entities`)
      assert.containsSubset(changed.body, {
        _embedded: {
          modifiedEntities: [
            {
              entityClass: "KeyMeta",
              modifications: { description: { old: "one", new: "two" } },
              relations: { key: { data: { name: "k" }, exists: true } }
            }
          ]
        }
      })
      const listed = yield* send(asOwner, "GET", `${start}/translations?filterRevisionId=${revisionId}`)
      assert.containsSubset(listed.body, { page: { totalElements: 1 } })
    })
  )

  it.effect("maps files and languages, and leaves out languages that are not wanted", () =>
    Effect.gen(function* () {
      const { push, project, texts } = yield* seedFixture()
      yield* seed.useNamespaces(project.id)
      const response = yield* push(
        { "i18n/main.json": { a: "1" }, "czech.json": { a: "2" }, "xx.json": { b: "3" }, "web/en.json": { c: "4" } },
        {
          fileMappings: [
            { fileName: "i18n/main.json", namespace: "", format: "JSON_ICU", languageTag: "en" },
            { fileName: "xx.json", languageTagsToImport: ["en"] }
          ],
          languageMappings: [{ importLanguage: "czech", platformLanguageTag: "cs" }]
        }
      )
      assert.deepStrictEqual(response, applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "1", cs: "2" }, b: {}, "web:c": { en: "4" } })
    })
  )

  it.effect("texts whose language the file leaves open get the language of the mapping", () =>
    Effect.gen(function* () {
      const { asOwner, path, texts } = yield* seedFixture()
      const unit = (id: string) => `<trans-unit id="${id}"><source>A</source><target>B: </target></trans-unit>`
      const files = ["a", "b"].map((name) => ({
        name: `${name}.xlf`,
        content: `<xliff version="1.2"><file source-language="en"><body>${unit(name)}</body></file></xliff>`
      }))
      const fileMappings = [
        { fileName: "a.xlf", languageTag: "cs" },
        { fileName: "b.xlf", languageTagsToImport: ["en", "cs"] }
      ]
      const response = yield* upload(asOwner, path, files, { fileMappings })
      assert.deepStrictEqual(withoutReport(response), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "A", cs: "B: " }, b: { en: "A", cs: "B: " } })
    })
  )

  it.effect("reads archives, and joins names with the delimiter that is asked for", () =>
    Effect.gen(function* () {
      const { asOwner, path, texts } = yield* seedFixture()
      const archive = makeZip([
        { name: "en.json", content: JSON.stringify({ a: { b: "1" } }) },
        { name: "cs.json", content: JSON.stringify({ a: { b: "2" } }) }
      ])
      const response = yield* upload(asOwner, path, [{ name: "all.zip", content: archive }], {
        structureDelimiter: "/"
      })
      assert.deepStrictEqual(withoutReport(response), applied)
      assert.deepStrictEqual(yield* texts, { "a/b": { en: "1", cs: "2" } })
    })
  )

  it.effect("converts placeholders unless it shall not", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      const fileMappings = [{ fileName: "en.json", format: "JSON_PHP" }]
      yield* push({ "en.json": { a: "%s {x}" } }, { fileMappings })
      yield* push({ "en.json": { b: "%s {x}" } }, { fileMappings, convertPlaceholdersToIcu: false })
      assert.deepStrictEqual(yield* texts, { a: { en: "{0} '{'x'}'" }, b: { en: "%s '{'x'}'" } })
    })
  )

  it.effect.each([
    [
      "XLIFF_2",
      "cs.xlf",
      "XLIFF_2_ICU",
      '<xliff version="2.0" srcLang="en" trgLang="cs"><file id="f"><unit id="a"><segment><source>Hi</source><target>Ahoj</target></segment></unit></file></xliff>',
      { a: { en: "Hi", cs: "Ahoj" } }
    ],
    [
      "QT_TS",
      "app.ts",
      "QT_TS",
      '<!DOCTYPE TS><TS language="cs"><context><name>A</name><message><source>Hi %1</source><translation>Ahoj %1</translation></message></context></TS>',
      { "A\u0004Hi %1": { cs: "Ahoj {0}" } }
    ],
    [
      "PHP_LARAVEL",
      "cs.php",
      "PHP_LARAVEL",
      "<?php return ['a' => ['b' => 'Ahoj :name']];",
      { "a.b": { cs: "Ahoj {name}" } }
    ],
    ["PHP_ARRAY", "cs.php", "PHP_ARRAY_PHP", "<?php return array('a' => 'Ahoj %s');", { a: { cs: "Ahoj {0}" } }],
    [
      "JSON_WEBEXTENSION",
      "_locales/cs/messages.json",
      "JSON_WEBEXTENSION",
      '{"hi":{"message":"Ahoj $1"}}',
      { hi: { cs: "Ahoj {0}" } }
    ],
    [
      "FLUENT",
      "cs.ftl",
      "FLUENT",
      "hi = Ahoj { $name }\n    .title = Vítej\n",
      { hi: { cs: "Ahoj {name}" }, "hi.title": { cs: "Vítej" } }
    ],
    [
      "TMX",
      "all.tmx",
      "TMX_ICU",
      '<tmx><body><tu tuid="a"><tuv xml:lang="en"><seg>Hi</seg></tuv><tuv xml:lang="cs"><seg>Ahoj {x}</seg></tuv></tu></body></tmx>',
      { a: { en: "Hi", cs: "Ahoj {x}" } }
    ]
  ] as const)(
    "%s is read by its extension and by its name, and written",
    ([exportFormat, name, format, content, expected]) =>
      Effect.gen(function* () {
        for (const fileMappings of [[], [{ fileName: name, format }]]) {
          const { push, texts, project, asOwner } = yield* seedFixture()
          assert.deepStrictEqual(yield* push({ [name]: content }, { fileMappings }), applied)
          assert.deepStrictEqual(yield* texts, expected)
          const path = `/v2/projects/${project.id}/export?format=${exportFormat}&languages=cs&zip=false`
          const { status, body } = yield* send(asOwner, "GET", path)
          assert.strictEqual(status, 200, JSON.stringify(body))
        }
      })
  )

  it.effect("one plural makes all texts of its key plurals: those imported and those there already", () =>
    Effect.gen(function* () {
      const { push, project } = yield* seedFixture(["en", "cs", "de"])
      yield* push({ "de.json": { dogs: "Hunde" } })
      yield* push({ "en.json": { dogs: "{n, plural, one {# dog} other {# dogs}}" }, "cs.json": { dogs: "psi" } })
      const { plural, texts } = (yield* contentOf(project.id))["dogs"] ?? { plural: "", texts: {} }
      assert.deepStrictEqual(plural, "n")
      assert.deepStrictEqual(texts, {
        en: "{n, plural,\none {# dog}\nother {# dogs}\n}",
        cs: "{n, plural,\nother {psi}\n}",
        de: "{n, plural,\nother {Hunde}\n}"
      })
    })
  )

  it.effect("a plural that is not written makes no plurals", () =>
    Effect.gen(function* () {
      const { push, project } = yield* seedFixture()
      yield* push({ "en.json": { dogs: "dogs" } })
      const files = { "en.json": { dogs: "{n, plural, other {# dogs}}" }, "cs.json": { dogs: "psi" } }
      yield* push(files, { forceMode: "KEEP" })
      const { plural, texts } = (yield* contentOf(project.id))["dogs"] ?? { plural: "", texts: {} }
      assert.deepStrictEqual([plural, texts], [null, { en: "dogs", cs: "psi" }])
    })
  )

  it.effect("texts of a plural key become plurals with its argument, and equal ones are no conflict", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { dogs: "{n, plural, one {# dog} other {# dogs}}" } })
      assert.deepStrictEqual(
        yield* push({
          "en.json": { dogs: "{n, plural, other {# dogs} one {# dog} few {}}" },
          "cs.json": { dogs: "psi" }
        }),
        applied
      )
      assert.deepStrictEqual((yield* texts)["dogs"], {
        en: "{n, plural,\none {# dog}\nother {# dogs}\n}",
        cs: "{n, plural,\nother {psi}\n}"
      })
    })
  )

  it.effect("of texts for one key and language in several files the first counts", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1" }, "more/en.json": { a: "2", b: "2" } })
      assert.deepStrictEqual(yield* texts, { a: { en: "1" }, b: { en: "2" } })
    })
  )

  it.effect("a key in the trash is none: its name is free", () =>
    Effect.gen(function* () {
      const { push, texts } = yield* seedFixture()
      yield* push({ "en.json": { a: "1", b: "1" } })
      yield* push({ "en.json": { b: "1" } }, { removeOtherKeys: true })
      assert.deepStrictEqual(yield* push({ "en.json": { a: "2" } }), applied)
      assert.deepStrictEqual(yield* texts, { a: { en: "2" }, b: { en: "1" } })
    })
  )
})
