import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { makeZip } from "../../../testing/make-zip.ts"
import { textsIn } from "../../../testing/project-content.ts"
import { seed } from "../../../testing/seed.ts"
import { send } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { type SeedFile, upload } from "../../../testing/upload.ts"

// A key that stands in an imported file is never removed, whatever becomes of its value.

const long = "x".repeat(10_001)
/** Shorter than the limit in the file; longer once the text around the plural stands in each form. */
const longConverted = `${"x".repeat(4_000)}{n, plural, one {a} few {b} other {c}}`
const unit = (id: string, content: string) => `<trans-unit id="${id}">${content}</trans-unit>`
const xliff = (body: string) =>
  `<xliff version="1.2"><file original="" source-language="en" target-language="cs"><body>${body}</body></file></xliff>`
const ok = unit("ok", "<source>1</source><target>1</target>")
const archive = (...files: ReadonlyArray<readonly [name: string, content: string]>) =>
  makeZip(files.map(([name, content]) => ({ name, content })))
const flipped = (bytes: Uint8Array, offset: number) => {
  const changed = Uint8Array.from(bytes)
  changed[offset] = (changed[offset] ?? 0) ^ 1
  return changed
}

const english = '{"ok":"1"}'
const twoFiles = archive(["en.json", english], ["more/en.json", '{"kept":"1"}'])

interface Case {
  readonly name: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Besides `kept` and `ok`: keys that stand in the files. */
  readonly keys?: ReadonlyArray<string>
  readonly params?: object
  /** `removed`: the other key of the project goes, these stay; else the code of the error. */
  readonly becomes: "removed" | "cannot_remove_other_keys" | "import_failed" | "existing_language_not_selected"
}

const cases: ReadonlyArray<Case> = [
  ...[
    ["a text that is too long", long],
    ["a text that is too long once it is converted", longConverted]
  ].flatMap(
    ([name = "", text = ""]): ReadonlyArray<Case> => [
      { name: `JSON: ${name}`, files: { "en.json": JSON.stringify({ ok: "1", kept: text }) }, becomes: "removed" },
      { name: `YAML: ${name}`, files: { "en.yaml": `ok: a\nkept: "${text}"\n` }, becomes: "removed" },
      {
        name: `PO: ${name}`,
        files: { "en.po": `msgid "ok"\nmsgstr "1"\n\n#, icu-format\nmsgid "kept"\nmsgstr "${text}"\n` },
        becomes: "removed"
      },
      {
        name: `XLIFF: ${name}`,
        files: { "a.xliff": xliff(ok + unit("kept", `<source>${text}</source><target>${text}</target>`)) },
        becomes: "removed"
      }
    ]
  ),
  {
    name: "i18next: forms of a plural that are too long",
    files: { "en.json": JSON.stringify({ ok: "{{n}}", kept_one: "x".repeat(6_000), kept_other: "x".repeat(6_000) }) },
    becomes: "removed"
  },
  {
    name: "i18next: forms of a plural of which one is null",
    files: { "en.json": '{"ok":"{{n}}","kept_one":null,"kept_other":"{{count}} dogs"}' },
    becomes: "removed"
  },
  {
    name: "Ruby: forms of a plural of which one is null",
    files: { "en.yaml": 'en:\n  ok: "1"\n  kept:\n    one:\n    other: "%{count} dogs"\n' },
    becomes: "removed"
  },
  { name: "JSON: null", files: { "en.json": '{"ok":"1","kept":null}' }, becomes: "removed" },
  { name: "JSON: an empty text", files: { "en.json": '{"ok":"1","kept":""}' }, becomes: "removed" },
  { name: "JSON: an empty object", files: { "en.json": '{"ok":"1","kept":{}}' }, becomes: "removed" },
  { name: "JSON: an empty list", files: { "en.json": '{"ok":"1","kept":[]}' }, becomes: "removed" },
  {
    name: "JSON: values that are no texts",
    files: { "en.json": '{"ok":1,"kept":true,"list":[1.5,null,{"a":[]}]}' },
    keys: ["list[0]", "list[1]", "list[2].a"],
    becomes: "removed"
  },
  {
    name: "JSON: plurals whose forms are empty",
    files: { "en.json": '{"ok":"{n, plural, one {} other {}}","kept":"{n, plural, =1 {} other {}}"}' },
    becomes: "removed"
  },
  { name: "YAML: no value", files: { "en.yaml": "ok: a\nkept:\n" }, becomes: "removed" },
  { name: "YAML: an empty map", files: { "en.yaml": "ok: a\nkept: {}\n" }, becomes: "removed" },
  {
    name: "PO: an empty msgstr",
    files: { "en.po": 'msgid "ok"\nmsgstr "1"\n\nmsgid "kept"\nmsgstr ""\n' },
    becomes: "removed"
  },
  { name: "PO: no msgstr", files: { "en.po": 'msgid "ok"\nmsgstr "1"\n\nmsgid "kept"\n' }, becomes: "removed" },
  {
    name: "PO: a context without a msgid",
    files: { "en.po": 'msgid "ok"\nmsgstr "1"\n\nmsgid "kept"\nmsgstr "1"\n\nmsgctxt "menu"\nmsgid ""\nmsgstr "1"\n' },
    keys: ["menu\u0004"],
    becomes: "removed"
  },
  {
    name: "XLIFF: an empty target, and no source",
    files: { "a.xliff": xliff(ok + unit("kept", "<target/>")) },
    becomes: "removed"
  },
  {
    name: "XLIFF: a unit without source and target",
    files: { "a.xliff": xliff(ok + unit("kept", "")) },
    becomes: "removed"
  },
  {
    name: "JSON: a name that comes twice",
    files: { "en.json": '{"ok":"1","kept":{"a":"1"},"kept":"2","more":"1","more":{"b":"1"}}' },
    keys: ["kept.a", "more", "more.b"],
    becomes: "removed"
  },
  {
    name: "YAML: a name that comes twice",
    files: { "en.yaml": "ok: a\nkept:\n  a: a\nkept: b\nmore: a\nmore:\n  b: a\n" },
    keys: ["kept.a", "more", "more.b"],
    becomes: "removed"
  },
  {
    name: "two paths to one key",
    files: { "en.json": '{"ok":"1","kept":"1","a":{"b":"1"},"a.b":"2"}' },
    keys: ["a.b"],
    becomes: "removed"
  },
  {
    name: "the same key in two files",
    files: { "en.json": '{"ok":"1","kept":"1"}', "b/en.json": '{"kept":"2"}' },
    becomes: "removed"
  },
  {
    name: "a language that is not wanted",
    files: { "en.json": english, "cs.json": '{"kept":"1"}' },
    params: { fileMappings: [{ fileName: "cs.json", languageTagsToImport: ["en"] }] },
    becomes: "removed"
  },
  {
    name: "a file of a language that the project does not have",
    files: { "en.json": english, "xx.json": '{"kept":"1"}' },
    becomes: "existing_language_not_selected"
  },
  {
    name: "a file without texts, mapped to a language that the project does not have",
    files: { "en.json": english, "x.yaml": "kept:\n" },
    params: { fileMappings: [{ fileName: "x.yaml", languageTag: "xx" }] },
    becomes: "existing_language_not_selected"
  },
  {
    name: "YAML: a key that is no text",
    files: { "en.yaml": "ok: a\n? [kept]\n: b\n" },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "YAML: a second document",
    files: { "en.yaml": "ok: a\n---\nkept: b\n" },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "YAML: a list",
    files: { "en.json": english, "en.yaml": "- kept\n" },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "Ruby: texts in place of languages",
    files: { "en.json": english, "en.yaml": 'kept: "%{a} b"\nmore: "%{a} c"\n' },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "XLIFF: a unit without an id",
    files: { "a.xliff": xliff(`${ok}<trans-unit><source>kept</source><target>kept</target></trans-unit>`) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "XLIFF: a unit with an empty id",
    files: { "a.xliff": xliff(ok + unit(" ", "<source>kept</source>")) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "XLIFF: units of version 2",
    files: { "a.xliff": xliff(`${ok}<unit id="kept"><segment><source>1</source></segment></unit>`) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "XLIFF: a unit inside of a unit",
    files: { "a.xliff": xliff(unit("kept", `<source>1</source>${ok}`)) },
    becomes: "import_failed"
  },
  ...[20, 60, twoFiles.length - 23, twoFiles.length - 1].map(
    (length): Case => ({
      name: `an archive of which ${length} bytes came`,
      files: { "all.zip": twoFiles.subarray(0, length) },
      becomes: "import_failed"
    })
  ),
  ...[30 + 7 + 3, twoFiles.length - 12, twoFiles.length - 100].map(
    (offset): Case => ({
      name: `an archive whose byte ${offset} is damaged`,
      files: { "all.zip": flipped(twoFiles, offset) },
      becomes: "import_failed"
    })
  ),
  {
    name: "a broken archive in an archive",
    files: { "all.zip": archive(["en.json", english], ["more.zip", "PK\u0003\u0004"]) },
    becomes: "import_failed"
  },
  {
    name: "an archive with two files of one path",
    files: { "all.zip": archive(["en.json", english], ["en.json", '{"kept":"1"}']) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "an archive with a hidden file",
    files: { "all.zip": archive(["en.json", english], ["__shared/en.json", '{"kept":"1"}']) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "an archive with an empty file",
    files: { "all.zip": archive(["en.json", english], ["kept.json", ""]) },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "a file that tools put beside translations",
    files: { "en.json": english, "en.xcloc/contents.json": '{"kept":"1"}' },
    becomes: "cannot_remove_other_keys"
  },
  {
    name: "an archive made on a Mac",
    files: {
      "all.zip": archive(["en.json", '{"ok":"1","kept":"1"}'], ["__MACOSX/._en.json", "Mac"], [".DS_Store", "x"])
    },
    becomes: "removed"
  },
  {
    name: "a hostile file",
    files: { "en.json": english, "cs.json": `{"kept":${"[".repeat(100_000)}` },
    becomes: "import_failed"
  },
  {
    name: "a key whose name is too long",
    files: { "en.json": JSON.stringify({ ok: "1", kept: "1", ["k".repeat(2_001)]: "1" }) },
    becomes: "removed"
  },
  {
    name: "half of a character",
    files: { "en.json": '{"ok":"1","kept":"\\ud800"}' },
    becomes: "import_failed"
  }
]

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `removeOtherKeys × everything a reader drops, on ${engine}`,
    (it) => {
      it.effect.each(cases)("$name: no key of the files is removed", ({ files, keys = [], params, becomes }) =>
        Effect.gen(function* () {
          const { asOwner, project } = yield* seedImportFixture()
          const path = `/v2/projects/${project.id}`
          const inFiles = ["ok", "kept", ...keys]
          yield* send(asOwner, "POST", `${path}/keys/import`, {
            keys: [...inFiles, "other"].map((name) => ({ name, translations: { en: "old", cs: "old" } }))
          })
          const before = yield* textsIn(project.id)
          const contents = Object.entries(files).map(([name, content]): SeedFile => ({ name, content }))
          const response = yield* upload(asOwner, `${path}/single-step-import`, contents, {
            forceMode: "KEEP",
            removeOtherKeys: true,
            ...params
          })
          const after = yield* textsIn(project.id)
          if (becomes === "removed") {
            assert.strictEqual(response.status, 200, JSON.stringify(response.body))
            assert.includeMembers(Object.keys(after), inFiles)
            assert.notInclude(Object.keys(after), "other")
          } else {
            assert.deepInclude(response, { status: 400 })
            assert.deepInclude(response.body, { code: becomes })
            assert.deepStrictEqual(after, before)
          }
        })
      )
    }
  )
}

layer(layerTestServer(), { timeout: "60 seconds" })("a removal that is refused", (it) => {
  it.effect("names the parts that were not read, and without it the import is applied", () =>
    Effect.gen(function* () {
      const { asOwner, project } = yield* seedImportFixture()
      yield* seed.useNamespaces(project.id)
      const path = `/v2/projects/${project.id}/single-step-import`
      const files: ReadonlyArray<SeedFile> = [{ name: "en.yaml", content: "ok: a\n? [kept]\n: b\n---\nc: d\n" }]
      const { status, body } = yield* upload(asOwner, path, files, { removeOtherKeys: true })
      assert.deepStrictEqual(
        [status, body],
        [
          400,
          {
            code: "cannot_remove_other_keys",
            params: [
              {
                fileName: "en.yaml",
                line: 2,
                column: 3,
                message: "A key is not a text; it was skipped with all below it."
              },
              { fileName: "en.yaml", line: 4, column: 1, message: "Only the first document of the file was read." }
            ]
          }
        ]
      )
      const response = yield* upload(asOwner, path, files, {})
      assert.deepInclude(response.body, { unresolvedConflicts: null, issueCount: 1, noticeCount: 1 })
      assert.deepStrictEqual(yield* textsIn(project.id), { ok: { en: "a" } })
    })
  )
})
