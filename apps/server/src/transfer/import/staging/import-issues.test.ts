import {
  type ImportIssueParamType,
  type ImportIssueType,
  importIssueParamTypes,
  importIssueTypes
} from "@dragoman/domain/import"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { clientOf } from "../../../testing/client.ts"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { issuesOf, languagesIn, seedImportFixture, textsOf } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { textsIn } from "../../../testing/project-content.ts"
import { send } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { upload } from "../../../testing/upload.ts"

interface RaisingFile {
  readonly name: string
  readonly content: string | Uint8Array
}

const xliff = (unit: string) =>
  `<xliff version="1.2">\n<file original="app/f.ts" source-language="en" target-language="cs"><body>\n${unit}\n<trans-unit id="ok"><source>ok</source><target>ok</target></trans-unit>\n</body></file></xliff>`

const long = "x".repeat(10_001)

/** Each issue type with its parameters, the file that raises it, the place of the issue and the excerpt from there on. */
const raised: ReadonlyArray<
  [ImportIssueType, ReadonlyArray<ImportIssueParamType>, RaisingFile, readonly [line: number, excerpt: string]]
> = [
  [
    "KEY_IS_NOT_STRING",
    ["KEY_NAME", "KEY_INDEX"],
    { name: "en.yaml", content: "ok: ok\n? [a, b]\n: x\n" },
    [2, "[a, b]"]
  ],
  [
    "MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE",
    ["KEY_ID", "LANGUAGE_ID", "KEY_NAME", "LANGUAGE_NAME"],
    { name: "en.json", content: '{\n  "a": { "b": "1" },\n  "a.b": "2"\n}' },
    [3, '"a.b": "2"']
  ],
  [
    "VALUE_IS_NOT_STRING",
    ["KEY_NAME", "KEY_INDEX", "VALUE"],
    { name: "app_en.arb", content: '{\n  "ok": "ok",\n  "n": [1]\n}' },
    [3, "[1]"]
  ],
  ["KEY_IS_EMPTY", ["KEY_INDEX"], { name: "en.po", content: po('msgid ""\nmsgstr "x"') }, [4, 'msgid ""']],
  ["VALUE_IS_EMPTY", ["KEY_NAME"], { name: "en.properties", content: "ok=ok\nleer=\n" }, [2, "leer="]],
  [
    "PO_MSGCTXT_NOT_SUPPORTED",
    ["LINE"],
    { name: "en.po", content: po('msgctxt "menu"\nmsgid ""\nmsgstr "x"') },
    [5, 'msgid ""']
  ],
  [
    "ID_ATTRIBUTE_NOT_PROVIDED",
    ["FILE_NODE_ORIGINAL"],
    { name: "f.xliff", content: xliff("<trans-unit><source>x</source></trans-unit>") },
    [3, "<trans-unit><source>x</source></trans-unit>"]
  ],
  [
    "TARGET_NOT_PROVIDED",
    ["KEY_NAME"],
    { name: "f.xlf", content: xliff('<trans-unit id="k"><source>x</source></trans-unit>') },
    [3, '<trans-unit id="k"><source>x</source></trans-unit>']
  ],
  [
    "TRANSLATION_TOO_LONG",
    ["KEY_NAME"],
    { name: "en.csv", content: `key,en\nok,ok\nk,${long}\n` },
    [3, `${long.slice(0, 157)}`]
  ],
  ["KEY_IS_BLANK", ["KEY_INDEX"], { name: "en.json", content: '{\n  "ok": "ok",\n  " ": "x"\n}' }, [3, '" ": "x"']],
  [
    "TRANSLATION_DEFINED_IN_ANOTHER_FILE",
    ["KEY_ID", "LANGUAGE_ID", "KEY_NAME", "LANGUAGE_NAME"],
    { name: "en.resx", content: '<root>\n<data name="first"><value>2</value></data>\n</root>' },
    [2, "<value>2</value></data>"]
  ],
  [
    "INVALID_CUSTOM_VALUES",
    ["KEY_NAME"],
    {
      name: "app_en.arb",
      content: `{\n  "k": "v",\n  "@k": {"placeholders": {"p": {"example": "${"x".repeat(5_000)}"}}}\n}`
    },
    [3, '"placeholders": {"p"']
  ],
  [
    "DESCRIPTION_TOO_LONG",
    ["KEY_NAME"],
    { name: "en.strings", content: `/* ${"d".repeat(2_001)} */\n"k" = "v";\n` },
    [2, '"k" = "v";']
  ],
  [
    "KEY_NAME_TOO_LONG",
    ["KEY_NAME"],
    { name: "en.po", content: po(`msgid "${"n".repeat(2_001)}"\nmsgstr "v"`) },
    [5, 'msgstr "v"']
  ]
]

const workbook = (rows: ReadonlyArray<ReadonlyArray<string>>): Uint8Array => {
  const cells = (texts: ReadonlyArray<string>) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("")
  const sheet = rows.map((texts) => `<row>${cells(texts)}</row>`).join("")
  return makeZip([
    {
      name: "xl/workbook.xml",
      content: '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>'
    },
    { name: "xl/_rels/workbook.xml.rels", content: '<R><Relationship Id="a" Target="s.xml"/></R>' },
    { name: "xl/s.xml", content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` }
  ])
}

function po(entry: string): string {
  return `msgid ""\nmsgstr "Language: en\\n"\n\n${entry}\n\nmsgid "ok"\nmsgstr "ok"\n`
}

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { timeout: "60 seconds" })(`issues of imports on ${engine}`, (it) => {
    it.effect.each(raised)(
      "%s is raised, with its line as it stands in the file",
      ([type, params, file, [line, start]]) =>
        Effect.gen(function* () {
          const { asOwner, path, params: project } = yield* seedImportFixture()
          yield* upload(asOwner, path, [{ name: "en.json", content: '{"first":"1"}' }])
          const languages = languagesIn(yield* upload(asOwner, path, [file]))
          const fileId = languages.at(-1)?.importFileId ?? 0
          const issues = yield* issuesOf(asOwner, project, fileId)
          const issue = issues.find((one) => one.type === type)
          assert.deepStrictEqual(
            issue?.params.map((param) => param.type),
            params
          )
          for (const { value } of issue?.params ?? []) assert.isNotEmpty(value)
          assert.strictEqual(issue?.line, line)
          assert.isAtLeast(issue?.column ?? 0, 1)
          const { text = "", caret = 0 } = issue?.excerpt ?? {}
          assert.include(text.slice(caret), start)
          assert.isAtMost(text.length, 166)
        })
    )

    it.effect("has an excerpt of each format, right for characters of several bytes and for other encodings", () =>
      Effect.gen(function* () {
        const { asOwner, path, params } = yield* seedImportFixture(["en", "de"])
        const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")])
        const files: ReadonlyArray<[RaisingFile, string, number]> = [
          [{ name: "1/en.json", content: '{"🚢 Hafen": "ok", "空": ""}' }, '{"🚢 Hafen": "ok", "空": ""}', 19],
          [{ name: "en.lproj/L.strings", content: utf16('"ok" = "ok";\n"grüße 🚢" = "";\n') }, '"grüße 🚢" = "";', 0],
          [
            { name: "2/en.properties", content: new Uint8Array(Buffer.from("ok=ok\ngr\u00fc\u00dfe=\n", "latin1")) },
            "grüße=",
            0
          ],
          [{ name: "3/en.yaml", content: `ok: ok\n"${"é".repeat(200)}": ""\n` }, `"${"é".repeat(159)}...`, 0],
          [
            {
              name: "values-en/strings.xml",
              content: '<resources>\n  <string name="ok">ok</string>\n  <string name="grüße" />\n</resources>'
            },
            '  <string name="grüße" />',
            2
          ],
          [
            {
              name: "L.xcstrings",
              content: `{"sourceLanguage": "en", "strings": {"ok": {}, "空": {"localizations": {
  "en": {"stringUnit": {"state": "new", "value": ""}}}}}}`
            },
            '  "en": {"stringUnit": {"state": "new", "value": ""}}}}}}',
            49
          ],
          [
            {
              name: "4/en.xliff",
              content: `<xliff version="2.1" srcLang="en">\n<file id="f">\n<unit id="k"><segment><source>x</source>\n\t<target/></segment></unit></file></xliff>`
            },
            "    <target/></segment></unit></file></xliff>",
            4
          ],
          [
            {
              name: "app_en.ts",
              content: `<TS language="en">\n<context><name>🚢</name><message><source>Hafen</source>\n<translation></translation></message></context></TS>`
            },
            "<translation></translation></message></context></TS>",
            0
          ]
        ]
        for (const [file, text, caret] of files) {
          const languages = languagesIn(yield* upload(asOwner, path, [file]))
          const [issue] = yield* issuesOf(asOwner, params, languages.at(-1)?.importFileId ?? 0)
          assert.strictEqual(issue?.type, "VALUE_IS_EMPTY")
          assert.deepStrictEqual(issue?.excerpt, { text, caret }, file.name)
        }
      })
    )

    it.effect(
      "has the text of the cell as the excerpt of a workbook, whose line and column are its row and column",
      () =>
        Effect.gen(function* () {
          const { asOwner, path, params } = yield* seedImportFixture()
          const file = {
            name: "all.xlsx",
            content: workbook([
              ["key", "en"],
              ["ok", "ok"],
              [" ", "grüße 🚢"]
            ])
          }
          const [language] = languagesIn(yield* upload(asOwner, path, [file]))
          const [issue] = yield* issuesOf(asOwner, params, language?.importFileId ?? 0)
          assert.strictEqual(issue?.type, "KEY_IS_BLANK")
          assert.deepStrictEqual([issue?.line, issue?.column], [3, 1])
          assert.deepStrictEqual(issue?.excerpt, { text: " ", caret: 0 })
        })
    )

    it.effect("has the line of a form of a stringsdict that is empty", () =>
      Effect.gen(function* () {
        const { asOwner, path, params } = yield* seedImportFixture()
        const content = stringsdictFile.content.replaceAll(/%d dogs?/g, "")
        const [language] = languagesIn(yield* upload(asOwner, path, [{ ...stringsdictFile, content }]))
        const [issue] = yield* issuesOf(asOwner, params, language?.importFileId ?? 0)
        assert.strictEqual(issue?.type, "VALUE_IS_EMPTY")
        assert.include(issue?.excerpt?.text, "<key>dogs</key>")
      })
    )

    it.effect("are in the answer of an import at once with the same excerpt", () =>
      Effect.gen(function* () {
        const { asOwner, project } = yield* seedImportFixture()
        const { body } = yield* upload(
          asOwner,
          `/v2/projects/${project.id}/single-step-import`,
          [{ name: "en.json", content: '{\n  "ok": "ok",\n  "leer": ""\n}' }],
          {}
        )
        assert.deepStrictEqual(Object(body).issues[0].excerpt, { text: '  "leer": ""', caret: 2 })
      })
    )

    it.effect("keep the excerpt of a text that is defined in another file when the import is compared again", () =>
      Effect.gen(function* () {
        const { asOwner, path, params } = yield* seedImportFixture()
        yield* upload(asOwner, path, [{ name: "en.json", content: '{"a":"1","b":"1"}' }])
        const second = languagesIn(
          yield* upload(asOwner, path, [{ name: "en.json", content: '{\n"a":"2",\n"b":"2"}' }])
        )
        const third = languagesIn(yield* upload(asOwner, path, [{ name: "cs.json", content: '{"c":"3"}' }]))
        const language = third.at(-1)
        yield* send(asOwner, "PUT", `${path}/result/languages/${language?.id}/reset-existing`)
        const issues = yield* issuesOf(asOwner, params, second.at(-1)?.importFileId ?? 0)
        assert.deepStrictEqual(
          issues.map(({ excerpt }) => excerpt?.text),
          ['"a":"2",', '"b":"2"}']
        )
      })
    )

    it.effect("are joined by the warnings about the file only where the query asks for them, and count apart", () =>
      Effect.gen(function* () {
        const { asOwner, path, params, project } = yield* seedImportFixture()
        const client = yield* clientOf(asOwner)
        yield* upload(asOwner, path, [{ name: "en.json", content: '{"a":"1"}' }])
        const content = '{\n"a":"2",\n"leer":"",\n"dogs":"{n, plural, one {a}}",\n"b":"1","b":"2"}'
        const languages = languagesIn(yield* upload(asOwner, path, [{ name: "en.json", content }]))
        const { importFileId = 0 } = languages.at(-1) ?? {}
        const list = Effect.fnUntraced(function* (query: Parameters<typeof client.import.listFileIssues>[0]["query"]) {
          const { _embedded, page, typeCounts } = yield* client.import.listFileIssues({
            params: { ...params, importFileId },
            query
          })
          const shown = _embedded.importFileIssues.map((issue) => [issue.type, issue.line, issue.excerpt?.text])
          return { shown, total: page.totalElements, issues: _embedded.importFileIssues, typeCounts }
        })
        const sortedBy = (property: "id" | "type", direction: "asc" | "desc") => ({ sort: [{ property, direction }] })
        const empty = ["VALUE_IS_EMPTY", 3, '"leer":"",']
        const again = ["TRANSLATION_DEFINED_IN_ANOTHER_FILE", 2, '"a":"2",']
        const notices = [
          ["NOTICE", 5, '"b":"1","b":"2"}'],
          ["NOTICE", 4, '"dogs":"{n, plural, one {a}}",']
        ]
        // Pairing another language compares the import again, which closes gaps among the issues.
        const third = languagesIn(yield* upload(asOwner, path, [{ name: "cs.json", content: '{"c":"3"}' }])).at(-1)
        for (const change of ["", "reset-existing", `select-existing/${project.languages["en"]}`]) {
          if (change !== "") yield* send(asOwner, "PUT", `${path}/result/languages/${third?.id}/${change}`)
          for (const direction of ["asc", "desc"] as const) {
            const issues = direction === "asc" ? [empty, again] : [again, empty]
            assert.deepInclude(yield* list(sortedBy("id", direction)), { shown: issues, total: 2 })
          }
          assert.deepInclude(yield* list(sortedBy("type", "asc")), { shown: [again, empty], total: 2 })
          assert.deepInclude(yield* list({ withNotices: true }), { shown: [empty, again, ...notices], total: 4 })
          const byType = yield* list({ withNotices: true, ...sortedBy("type", "asc") })
          assert.deepInclude(byType, { shown: [...notices, again, empty], total: 4 })
        }
        const typeCounts = { NOTICE: 2, TRANSLATION_DEFINED_IN_ANOTHER_FILE: 1, VALUE_IS_EMPTY: 1 }
        assert.deepInclude(yield* list({ withNotices: true, filterType: ["NOTICE"], size: 1 }), {
          shown: notices.slice(0, 1),
          total: 2,
          typeCounts
        })
        assert.deepInclude(yield* list({ withNotices: true, search: "LEER" }), {
          shown: [empty],
          total: 1,
          typeCounts: { VALUE_IS_EMPTY: 1 }
        })
        assert.isUndefined((yield* list({})).typeCounts)
        assert.deepStrictEqual((yield* list({ withNotices: true, size: 1, page: 3 })).issues[0]?.params, [
          { type: "KEY_NAME", value: "dogs" },
          { type: "LANGUAGE_NAME", value: "en" }
        ])
        const counts = languagesIn(yield* upload(asOwner, path, [{ name: "cs.json", content: '{"d":"4"}' }]))
        assert.deepStrictEqual(
          counts.map((row) => [row.importFileIssueCount, row.importFileNoticeCount]),
          [
            [0, 0],
            [2, 2],
            [0, 0],
            [0, 0]
          ]
        )
      })
    )

    const stringsFile = { name: "en.lproj/L.strings", content: '"dogs" = "%d dogs";\n"cat" = "Cat";\n' }
    const stringsdictFile = {
      name: "en.lproj/L.stringsdict",
      content: `<plist version="1.0"><dict><key>dogs</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
        <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>d</string>
        <key>one</key><string>%d dog</string><key>other</key><string>%d dogs</string></dict></dict></dict></plist>`
    }
    const dogs = "{0, plural,\none {%d dog}\nother {%d dogs}\n}"

    it.effect.each([
      ["in one upload", [[stringsFile, stringsdictFile]]],
      ["in one upload, the plural first", [[stringsdictFile, stringsFile]]],
      ["in two uploads", [[stringsFile], [stringsdictFile]]],
      ["in two uploads, the plural first", [[stringsdictFile], [stringsFile]]]
    ] as const)("are none where a plural of .stringsdict takes the place of a text of .strings, %s", ([, uploads]) =>
      Effect.gen(function* () {
        const { asOwner, path, params, project } = yield* seedImportFixture()
        let languages: ReturnType<typeof languagesIn> = []
        for (const files of uploads) languages = languagesIn(yield* upload(asOwner, path, files))
        const ofStrings = languages.find(({ importFileName }) => importFileName.endsWith(".strings"))
        const ofPlurals = languages.find(({ importFileName }) => importFileName.endsWith("dict"))
        assert.deepStrictEqual([ofStrings?.totalCount, ofPlurals?.totalCount], [1, 1])
        for (const { importFileId } of languages) {
          assert.deepStrictEqual(yield* issuesOf(asOwner, params, importFileId), [])
        }
        assert.strictEqual((yield* textsOf(asOwner, params, ofPlurals?.id ?? 0)).get("dogs"), dogs)
        assert.strictEqual((yield* send(asOwner, "PUT", `${path}/apply`)).status, 200)
        assert.deepStrictEqual(yield* textsIn(project.id), { cat: { en: "Cat" }, dogs: { en: dogs } })
      })
    )

    it.effect.each([
      ["the text first", [stringsFile, stringsdictFile]],
      ["the plural first", [stringsdictFile, stringsFile]]
    ] as const)("are none of such a pair that is imported at once, %s", ([, files]) =>
      Effect.gen(function* () {
        const { asOwner, project } = yield* seedImportFixture()
        const { body } = yield* upload(asOwner, `/v2/projects/${project.id}/single-step-import`, files, {})
        assert.strictEqual(Object(body).issueCount, 0)
        assert.deepStrictEqual(yield* textsIn(project.id), { cat: { en: "Cat" }, dogs: { en: dogs } })
      })
    )

    it.effect("are raised where two plurals of .stringsdict take part", () =>
      Effect.gen(function* () {
        const { asOwner, path } = yield* seedImportFixture()
        const other = { ...stringsdictFile, content: stringsdictFile.content.replace("%d dog<", "One dog<") }
        const languages = languagesIn(yield* upload(asOwner, path, [stringsFile, stringsdictFile, other]))
        assert.deepStrictEqual(
          languages.map(({ importFileIssueCount }) => importFileIssueCount),
          [0, 1, 1]
        )
      })
    )
  })
}

layer(layerTestServer())("the files above", (it) => {
  it.effect("raise every type of issue with every type of parameter", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        raised.map(([type]) => type),
        // Raised when an import is applied, not when its files are read.
        importIssueTypes.filter((type) => type !== "TRANSLATION_NOT_VALID_ICU")
      )
      assert.sameMembers([...new Set(raised.flatMap(([, params]) => params))], [...importIssueParamTypes])
    })
  )
})
