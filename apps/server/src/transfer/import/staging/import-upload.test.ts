import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  issuesOf,
  languagesIn,
  seedImportFixture,
  testFile,
  textsOf,
  uploaded
} from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { upload } from "../../../testing/upload.ts"

const english = (texts: object) => ({ name: "en.json", content: JSON.stringify(texts) })

const namespaceWarning = [{ code: "namespace_cannot_be_used_when_feature_is_disabled", params: [] }]

layer(layerTestServer())("an upload", (it) => {
  it.effect("needs a credential that may view the project's translations", () =>
    Effect.gen(function* () {
      const { owner, organization, project, path } = yield* seedImportFixture()
      const stranger = yield* seed.accessToken(yield* seed.user({ username: "upload stranger" }))
      const visitor = yield* seed.user({ username: "upload visitor" })
      yield* seed.directPermission({ project: project.id, user: visitor, permission: ["keys.view"] })
      const other = yield* seed.project({ organization: organization.id, name: "upload other" })
      const keyOfOther = yield* seed.apiKey({ project: other.id, user: owner, scopes: ["translations.view"] })
      const files = [english({ k: "v" })]
      assert.deepStrictEqual(yield* upload(null, path, files), error(401, "unauthenticated"))
      assert.deepStrictEqual(yield* upload(stranger, path, files), error(404, "project_not_found"))
      assert.deepStrictEqual(
        yield* upload(yield* seed.accessToken(visitor), path, files),
        error(403, "operation_not_permitted", ["translations.view"])
      )
      assert.deepStrictEqual(yield* upload(keyOfOther, path, files), error(403, "pak_created_for_different_project"))
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM import WHERE project_id = ${project.id}`, [])
    })
  )

  it.effect("of the worked example answers texts and issues as the reference prints them", () =>
    Effect.gen(function* () {
      const { asOwner, path, params, project } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [testFile("en.json")]))
      assert(language !== undefined)
      assert.deepStrictEqual(
        { ...language },
        {
          id: language.id,
          name: "en",
          existingLanguageId: project.languages["en"],
          existingLanguageTag: "en",
          existingLanguageAbbreviation: "en",
          existingLanguageName: "Language en",
          importFileName: "en.json",
          importFileId: language.importFileId,
          importFileIssueCount: 3,
          importFileNoticeCount: 0,
          namespace: null,
          totalCount: 6,
          conflictCount: 0,
          resolvedCount: 0
        }
      )
      assert.deepStrictEqual(
        [...(yield* textsOf(asOwner, params, language.id))],
        [
          ["common.save", "Save"],
          ["empty", ""],
          ["list[0]", "a"],
          ["list[1]", "b"],
          ["n", "1"],
          ["t", "true"]
        ]
      )
      const sql = yield* SqlClient.SqlClient
      const keys = yield* sql<{ id: number; name: string }>`
        SELECT id, name FROM import_key WHERE import_file_id = ${language.importFileId} ORDER BY id`
      const save = keys.find(({ name }) => name === "common.save")
      assert.include(
        keys.map(({ name }) => name),
        "nothing"
      )
      const response = yield* send(asOwner, "GET", `${path}/result/files/${language.importFileId}/issues`)
      const first = (yield* issuesOf(asOwner, params, language.importFileId))[0]?.id ?? 0
      assert.deepStrictEqual(response, {
        status: 200,
        body: {
          _embedded: {
            importFileIssues: [
              {
                id: first,
                type: "VALUE_IS_EMPTY",
                params: [{ type: "KEY_NAME", value: "nothing" }],
                line: 6,
                column: 3,
                excerpt: { text: '  "nothing": null,', caret: 2 },
                message: 'The value of "nothing" is empty.'
              },
              {
                id: first + 1,
                type: "VALUE_IS_EMPTY",
                params: [{ type: "KEY_NAME", value: "empty" }],
                line: 7,
                column: 3,
                excerpt: { text: '  "empty": "",', caret: 2 },
                message: 'The value of "empty" is empty.'
              },
              {
                id: first + 2,
                type: "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
                params: [
                  { type: "KEY_ID", value: String(save?.id) },
                  { type: "LANGUAGE_ID", value: String(language.id) },
                  { type: "KEY_NAME", value: "common.save" },
                  { type: "LANGUAGE_NAME", value: "en" }
                ],
                line: 8,
                column: 3,
                excerpt: { text: '  "common.save": "Other"', caret: 2 },
                message: '"common.save" has several values in this file; the first one was kept.'
              }
            ]
          },
          page: { size: 20, totalElements: 3, totalPages: 1, number: 0 }
        }
      })
    })
  )

  it.effect.each([
    {
      what: "a JSON file",
      file: {
        name: "en.json",
        content: JSON.stringify({ "": "x", long: "x".repeat(10_001), kept: "v", none: null })
      },
      issues: ["KEY_IS_BLANK KEY_INDEX=0", "TRANSLATION_TOO_LONG KEY_NAME=long", "VALUE_IS_EMPTY KEY_NAME=none"]
    },
    {
      what: "a PO file",
      file: testFile("orders.po"),
      issues: [
        "VALUE_IS_EMPTY KEY_NAME=Pay now",
        "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE KEY_ID=? LANGUAGE_ID=? KEY_NAME=Orders LANGUAGE_NAME=cs"
      ]
    },
    {
      what: "a PO file with a description and custom values beyond their limits",
      file: {
        name: "cs.po",
        content: [
          `#. ${"word ".repeat(401)}\nmsgid "described"\nmsgstr "popsané"`,
          `msgid "one"\nmsgid_plural "${"m".repeat(5_001)}"\nmsgstr[0] "jeden"\nmsgstr[1] "dva"`,
          'msgid ""\nmsgid_plural "blank"\nmsgstr[0] "a"\nmsgstr[1] "b"'
        ].join("\n\n")
      },
      issues: [
        "DESCRIPTION_TOO_LONG KEY_NAME=described",
        "INVALID_CUSTOM_VALUES KEY_NAME=one",
        "KEY_IS_BLANK KEY_INDEX=2"
      ]
    },
    {
      what: "an XLIFF file",
      file: testFile("checkout.xlf"),
      issues: [
        "ID_ATTRIBUTE_NOT_PROVIDED FILE_NODE_ORIGINAL=checkout.ts",
        "TARGET_NOT_PROVIDED KEY_NAME=cart.pay",
        "KEY_IS_BLANK KEY_INDEX=0",
        "VALUE_IS_EMPTY KEY_NAME=cart.note"
      ]
    }
  ])("of $what raises its issues with their parameters", ({ file, issues }) =>
    Effect.gen(function* () {
      const { asOwner, path, params } = yield* seedImportFixture()
      const [language] = languagesIn(yield* upload(asOwner, path, [file]))
      const raised = yield* issuesOf(asOwner, params, language?.importFileId ?? 0)
      const shown = raised.map(({ type, params }) =>
        [type, ...params.map((param) => `${param.type}=${param.type.endsWith("_ID") ? "?" : param.value}`)].join(" ")
      )
      assert.deepStrictEqual(shown, issues)
    })
  )

  it.effect("of several files adds them to one import, and a second upload adds to it", () =>
    Effect.gen(function* () {
      const { asOwner, path, owner, project } = yield* seedImportFixture()
      const first = yield* upload(asOwner, path, [english({ a: "A" }), testFile("orders.po")])
      assert.deepStrictEqual(
        languagesIn(first).map(({ importFileName, existingLanguageTag }) => [importFileName, existingLanguageTag]),
        [
          ["en.json", "en"],
          ["orders.po", "cs"]
        ]
      )
      assert.deepStrictEqual(uploaded(first).warnings, [])
      const second = yield* upload(asOwner, path, [{ name: "de.json", content: '{"a":"Ä"}' }])
      assert.deepStrictEqual(
        languagesIn(second).map(({ name, existingLanguageTag }) => [name, existingLanguageTag]),
        [
          ["en", "en"],
          ["cs", "cs"],
          ["de", null]
        ]
      )
      assert.deepStrictEqual(
        uploaded(second).formats.map(({ fileName, format }) => `${fileName} ${format}`),
        ["en.json JSON_ICU", "orders.po PO_PHP", "de.json JSON_ICU"]
      )
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT id FROM import WHERE project_id = ${project.id} AND user_id = ${owner}`, 1)
    })
  )

  it.effect("makes no activity and no delivery", () =>
    Effect.gen(function* () {
      const { asOwner, path, project } = yield* seedImportFixture()
      yield* upload(asOwner, path, [english({ a: "A" })])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM activity_revision WHERE project_id = ${project.id}`, [])
      assert.deepStrictEqual(yield* sql`SELECT id FROM delivery`, [])
    })
  )

  it.effect("of a key that an earlier file has for the same language stores it unselected, with an issue", () =>
    Effect.gen(function* () {
      const { asOwner, path, params } = yield* seedImportFixture()
      const [first] = languagesIn(yield* upload(asOwner, path, [english({ k: "v", own: "o" })]))
      const [, second] = languagesIn(yield* upload(asOwner, path, [english({ k: "v" })]))
      assert(first !== undefined && second !== undefined)
      assert.strictEqual(first.totalCount, 2)
      assert.deepStrictEqual([second.totalCount, second.importFileIssueCount], [0, 1])
      const sql = yield* SqlClient.SqlClient
      const [key] = yield* sql<{ id: number }>`
        SELECT id FROM import_key WHERE import_file_id = ${first.importFileId} AND name = 'k'`
      const [issue] = yield* issuesOf(asOwner, params, second.importFileId)
      assert.deepStrictEqual(
        [issue?.type, issue?.params],
        [
          "TRANSLATION_DEFINED_IN_ANOTHER_FILE",
          [
            { type: "KEY_ID", value: String(key?.id) },
            { type: "LANGUAGE_ID", value: String(first.id) },
            { type: "KEY_NAME", value: "k" },
            { type: "LANGUAGE_NAME", value: "en" }
          ]
        ]
      )
      // It is listed all the same, so that a person can see what would not be imported.
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, second.id))], [["k", "v"]])
      assert.deepStrictEqual(yield* issuesOf(asOwner, params, first.importFileId), [])
    })
  )

  it.effect("finds collisions between the files of one upload, but none in languages without a pair", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const response = yield* upload(asOwner, path, [
        english({ k: "v" }),
        { name: "en.po", content: 'msgid "k"\nmsgstr "w"\n' },
        { name: "xx.json", content: '{"k":"v"}' },
        { name: "xx.po", content: 'msgid "k"\nmsgstr "w"\n' }
      ])
      assert.deepStrictEqual(
        languagesIn(response).map(({ totalCount, importFileIssueCount }) => [totalCount, importFileIssueCount]),
        [
          [1, 0],
          [0, 1],
          [1, 0],
          [1, 0]
        ]
      )
      assert.deepStrictEqual(uploaded(response).warnings, namespaceWarning)
    })
  )

  it.effect("keeps directories in names; they become namespaces only in projects that use them", () =>
    Effect.gen(function* () {
      const plain = yield* seedImportFixture()
      const files = [{ name: "homepage/en.json", content: '{"k":"v"}' }, english({ k: "w" })]
      const first = yield* upload(plain.asOwner, plain.path, files)
      assert.deepStrictEqual(
        languagesIn(first).map(({ importFileName, namespace, totalCount }) => [importFileName, namespace, totalCount]),
        [
          ["homepage/en.json", null, 1],
          ["en.json", null, 0]
        ]
      )
      assert.deepStrictEqual(uploaded(first).warnings, namespaceWarning)

      const grouped = yield* seedImportFixture()
      const sql = yield* SqlClient.SqlClient
      yield* seed.useNamespaces(grouped.project.id)
      const second = yield* upload(grouped.asOwner, grouped.path, files)
      assert.deepStrictEqual(
        languagesIn(second).map(({ namespace, totalCount }) => [namespace, totalCount]),
        [
          ["homepage", 1],
          [null, 1]
        ]
      )
      assert.deepStrictEqual(uploaded(second).warnings, [])
      assert.lengthOf(yield* sql`SELECT id FROM import WHERE project_id = ${grouped.project.id}`, 1)
    })
  )

  it.effect("takes the namespace of Apple's files from their names", () =>
    Effect.gen(function* () {
      const { project, asOwner, path } = yield* seedImportFixture()
      yield* seed.useNamespaces(project.id)
      const uploadedFiles = yield* upload(asOwner, path, [
        { name: "App/en.lproj/Localizable.strings", content: '"k" = "v";' },
        { name: "App/en.lproj/Menu.strings", content: '"k" = "v";' }
      ])
      assert.deepStrictEqual(
        languagesIn(uploadedFiles).map(({ name, namespace }) => [name, namespace]),
        [
          ["en", null],
          ["en", "Menu"]
        ]
      )
    })
  )

  it.effect("of an archive reads its files in order of their paths, nested archives too", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const nested = makeZip([{ name: "cs.json", content: '{"a":"Á"}' }])
      const archive = makeZip([
        { name: "pages/en.json", content: '{"b":"B"}' },
        { name: "more.zip", content: nested },
        { name: "en.json", content: '{"a":"A"}' },
        { name: "__MACOSX/en.json", content: '{"x":"X"}' },
        { name: "notes.txt", content: "not a translation" },
        { name: "empty.json", content: "" }
      ])
      const response = yield* upload(asOwner, path, [{ name: "all.zip", content: archive }])
      assert.deepStrictEqual(
        languagesIn(response).map(({ importFileName }) => importFileName),
        ["en.json", "cs.json", "pages/en.json"]
      )
      assert.deepStrictEqual(
        uploaded(response).errors.map(({ code, params }) => [code, params?.[0]]),
        [["cannot_parse_file", "notes.txt"]]
      )
    })
  )

  it.effect("joins nested names with the structure delimiter that it names", () =>
    Effect.gen(function* () {
      const { asOwner, path, params } = yield* seedImportFixture()
      const [language] = languagesIn(
        yield* upload(asOwner, `${path}?structureDelimiter=/`, [english({ a: { b: "v" } })])
      )
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, language?.id ?? 0))], [["a/b", "v"]])
      const [, dotted] = languagesIn(
        yield* upload(asOwner, `${path}?structureDelimiter=`, [english({ a: { b: "v" } })])
      )
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, dotted?.id ?? 0))], [["a.b", "v"]])
    })
  )

  it.effect.each([
    ["an empty object", "{}"],
    ["a blank key only", '{" ":"x"}'],
    ["one text that is too long", JSON.stringify({ k: "x".repeat(10_001) })],
    ["nothing that can be read", "{"]
  ] as const)("of %s keeps nothing", ([, content]) =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const response = uploaded(yield* upload(asOwner, path, [{ name: "en.json", content }]))
      assert.isNull(response.result)
      assert.deepStrictEqual(response.formats, [])
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), error(404, "resource_not_found"))
    })
  )

  it.effect("lists the first hundred warnings about texts that were read in an unexpected way", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const texts = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, "{n, plural, one {a}}"]))
      const response = uploaded(
        yield* upload(asOwner, path, [english({ plain: "Text" }), { name: "cs.json", content: JSON.stringify(texts) }])
      )
      assert.strictEqual(response.noticeCount, 101)
      assert.lengthOf(response.notices, 100)
      assert.deepStrictEqual(response.notices[0], {
        importFileId: response.formats[1]?.importFileId ?? 0,
        fileName: "cs.json",
        keyName: "k0",
        languageName: "cs",
        line: 1,
        column: 2,
        message: "The text is kept as it is, not as a plural: The form other is missing (character 1)."
      })
      assert.deepInclude(uploaded(yield* upload(asOwner, path, [english({ plain: "Text" })])), {
        notices: [],
        noticeCount: 0
      })
    })
  )

  it.effect("without any language leaves the live import as it was", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      yield* upload(asOwner, path, [english({ k: "v" })])
      const response = yield* upload(asOwner, path, [{ name: "cs.json", content: "{}" }])
      assert.deepStrictEqual(
        languagesIn(response).map(({ name }) => name),
        ["en"]
      )
      assert.lengthOf(uploaded(response).formats, 1)
    })
  )

  it.effect("may bring the import to 100 languages by the number of its files, not beyond", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const files = (count: number, prefix: string) =>
        Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}.json`, content: '{"k":"v"}' }))
      assert.deepStrictEqual(
        yield* upload(asOwner, path, files(101, "a")),
        error(400, "cannot_add_more_then_100_languages")
      )
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result`), error(404, "resource_not_found"))
      // An archive counts as one file, whatever is in it.
      const archive = { name: "many.zip", content: makeZip(files(60, "b")) }
      assert.strictEqual(uploaded(yield* upload(asOwner, path, [archive])).result?.page.totalElements, 60)
      assert.strictEqual(uploaded(yield* upload(asOwner, path, files(40, "c"))).result?.page.totalElements, 100)
      assert.deepStrictEqual(
        yield* upload(asOwner, path, files(1, "d")),
        error(400, "cannot_add_more_then_100_languages")
      )
    })
  )

  it.effect("reaches the project of a key without naming it", () =>
    Effect.gen(function* () {
      const { owner, project, params } = yield* seedImportFixture()
      const key = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const [language] = languagesIn(yield* upload(key, "/v2/projects/import", [english({ k: null })]))
      assert.strictEqual(language?.totalCount, 0)
      assert.lengthOf(yield* issuesOf(key, params, language?.importFileId ?? 0), 1)
      assert.strictEqual((yield* send(key, "DELETE", "/v2/projects/import")).status, 200)
    })
  )

  it.effect("with a project API key reads and changes only imports of this key, never what its owner has open", () =>
    Effect.gen(function* () {
      const { asOwner, owner, path, params, project } = yield* seedImportFixture()
      const keyOf = () => seed.apiKey({ project: project.id, user: owner, scopes: ["translations.view"] })
      const key = yield* keyOf()
      const missing = error(404, "resource_not_found")
      const [english1] = languagesIn(yield* upload(asOwner, path, [english({ k: "unpublished", i: null })]))
      assert(english1 !== undefined)
      const language = `${path}/result/languages/${english1.id}`
      for (const [method, to] of [
        ["GET", `${path}/result`],
        ["GET", language],
        ["GET", `${language}/translations`],
        ["PUT", `${language}/resolve-all/set-override`],
        ["PUT", `${language}/reset-existing`],
        ["GET", `${path}/result/files/${english1.importFileId}/issues`],
        ["DELETE", language],
        ["DELETE", path]
      ] as const) {
        assert.deepStrictEqual(yield* send(key, method, to), missing, `${method} ${to}`)
      }
      const [german] = languagesIn(yield* upload(key, path, [{ name: "cs.json", content: '{"k":"INJECTED"}' }]))
      const other = yield* keyOf()
      assert.deepStrictEqual(yield* send(other, "GET", `${path}/result/languages/${german?.id}`), missing)
      assert.deepStrictEqual(yield* send(asOwner, "GET", `${path}/result/languages/${german?.id}`), missing)
      assert.deepStrictEqual([...(yield* textsOf(asOwner, params, english1.id))], [["k", "unpublished"]])
      assert.strictEqual((yield* send(asOwner, "PUT", `${path}/apply?forceMode=NO_FORCE`)).status, 200)
      const list = yield* send(asOwner, "GET", `/v2/projects/${project.id}/translations/en,cs`)
      assert.deepStrictEqual(list.body, { en: { k: "unpublished" } })
      assert.strictEqual((yield* send(key, "DELETE", path)).status, 200)
    })
  )

  it.effect("is open to a caller who may view only some languages, for all of them", () =>
    Effect.gen(function* () {
      const { project, path, params } = yield* seedImportFixture()
      const limited = yield* seed.user({ username: "upload limited" })
      yield* seed.directPermission({
        project: project.id,
        user: limited,
        permission: { type: "VIEW", viewLanguageIds: [project.languages["cs"] ?? 0] }
      })
      const as = yield* seed.accessToken(limited)
      const [language] = languagesIn(yield* upload(as, path, [english({ k: "v" })]))
      assert.deepStrictEqual([...(yield* textsOf(as, params, language?.id ?? 0))], [["k", "v"]])
    })
  )

  it.effect("drops the files that tools leave behind", () =>
    Effect.gen(function* () {
      const { asOwner, path } = yield* seedImportFixture()
      const response = yield* upload(asOwner, path, [
        english({ k: "v" }),
        { name: "cs.xcloc/contents.json", content: '{"developmentRegion":"en"}' },
        { name: "pages/.DS_Store", content: "\u0000" }
      ])
      assert.lengthOf(languagesIn(response), 1)
      assert.deepStrictEqual(uploaded(response).errors, [])
    })
  )

  it.effect("reads a file in the format that it names for it, and detects the others", () =>
    Effect.gen(function* () {
      const { asOwner, path, params } = yield* seedImportFixture()
      const texts = { arrow_one: "One {{count}}", arrow_other: "Many {{count}}" }
      const archive = makeZip([{ name: "web/en.json", content: JSON.stringify(texts) }])
      const files = [english(texts), { name: "web.zip", content: archive }]
      const response = uploaded(
        yield* upload(asOwner, path, files, { fileMappings: [{ fileName: "web/en.json", format: "JSON_ICU" }] })
      )
      assert.deepStrictEqual(
        response.formats.map(({ fileName, format, reason }) => [fileName, format, reason]),
        [
          ["en.json", "JSON_I18NEXT", "score"],
          ["web/en.json", "JSON_ICU", "requested"]
        ]
      )
      const keysOf = (fileName: string) => {
        const language = response.result?._embedded.languages.find(({ importFileName }) => importFileName === fileName)
        return Effect.map(textsOf(asOwner, params, language?.id ?? 0), (found) => [...found.keys()])
      }
      assert.deepStrictEqual(yield* keysOf("en.json"), ["arrow"])
      assert.deepStrictEqual(yield* keysOf("web/en.json"), ["arrow_one", "arrow_other"])
    })
  )

  it.effect("with options that are wrong stores nothing", () =>
    Effect.gen(function* () {
      const { asOwner, path, client, params } = yield* seedImportFixture()
      const wrongFormat = { fileMappings: [{ fileName: "en.json", format: "JSON_UNHEARD_OF" }] }
      for (const wrong of [wrongFormat, "{", { fileMappings: [{}] }]) {
        const { status } = yield* upload(asOwner, path, [english({ k: "v" })], wrong)
        assert.strictEqual(status, 400)
      }
      const result = yield* Effect.exit(client.import.getResult({ params, query: {} }))
      assert.strictEqual(result._tag, "Failure")
    })
  )
})
