import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { defaultReadOptions, printParseFailure, type ReadResult } from "./reader.ts"
import { readTranslationFile, supportedExtensions } from "./registry.ts"
import { randomRounds, randomText, seededRandom } from "./testing/seeded-random.ts"

const read = (path: string, content: string | Uint8Array): ReadResult =>
  readTranslationFile(typeof content === "string" ? new TextEncoder().encode(content) : content, {
    ...defaultReadOptions,
    path
  })

describe("readTranslationFile", () => {
  it.each([
    ["a/en.json", "{}"],
    ["EN.JSON", "{}"],
    ["json", "{}"],
    ["en.po", ""],
    ["en.yaml", ""],
    ["en.yml", "a: b"],
    ["en.properties", ""],
    ["en.resx", "<root/>"],
    ["en.csv", ""],
    ["Localizable.xcstrings", '{"sourceLanguage":"en","strings":{}}'],
    ["values-en/strings.xml", "<resources/>"],
    ["app_en.arb", "{}"],
    ["en.lproj/Localizable.strings", ""],
    ["en.lproj/Localizable.stringsdict", "<plist><dict/></plist>"],
    ["lang/en/auth.php", "<?php return [];"],
    ["_locales/en/messages.json", "{}"],
    ["x.xlf", '<xliff version="1.2"/>'],
    ["x.xliff", '<xliff version="1.2"/>'],
    ["cs.ftl", "a = b"],
    ["all.tmx", "<tmx/>"]
  ])("%s is read by its extension", (path, content) => {
    assert.strictEqual(read(path, content).kind, "file")
  })

  it("an unknown extension is a failure that lists the known ones", () => {
    const result = read("note.txt", "")
    assert.strictEqual(
      result.kind === "failure" ? printParseFailure(result) : null,
      'Files of the type "txt" cannot be read. Supported: json, po, yaml, yml, xliff, xlf, properties, resx, csv, xcstrings, xlsx, xml, arb, strings, stringsdict, ts, php, ftl, tmx, zip'
    )
  })

  it.each([
    ["an old workbook", "texts.xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]],
    ["an old workbook with the name of a new one", "texts.xlsx", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]],
    ["a file with the name of an old workbook", "texts.XLS", [1]]
  ])("%s is a failure that says what to save it as", (_, path, bytes) => {
    const result = readTranslationFile(Uint8Array.from(bytes), { ...defaultReadOptions, path })
    assert.match(
      result.kind === "failure" ? printParseFailure(result) : "",
      /Save the file as an Excel workbook \(\.xlsx\)/
    )
  })

  it("a requested format decides about the reader", () => {
    const options = { ...defaultReadOptions, path: "strings.txt", format: "JSON_PHP" } as const
    const result = readTranslationFile(new TextEncoder().encode('{"a":"%s"}'), options)
    assert.strictEqual(result.kind === "file" ? result.translations[0]?.text : null, "{0}")
  })

  it.each([
    ["lists", "a.json", "[".repeat(10_000_000)],
    ["objects", "a.json", '{"a":'.repeat(1_000_000)],
    ["lists of YAML", "a.yaml", "[".repeat(10_000_000)],
    ["maps of YAML", "a.yaml", "? ".repeat(1_000_000)],
    ["pairs of YAML", "a.yaml", "a: ['b': ".repeat(1_000_000)],
    ["arrays of PHP", "a.php", `<?php return ${"[".repeat(10_000_000)}`],
    ["code of PHP", "a.php", `<?php return [${"f(".repeat(5_000_000)}`],
    ["texts in texts of PHP", "a.php", `<?php return [${'"{$'.repeat(3_000_000)}`],
    ["elements", "a.xliff", "<a>".repeat(1_000_000)],
    ["placeables of Fluent", "a.ftl", `a = ${"{".repeat(1_000_000)}`],
    ["variants of Fluent", "a.ftl", "a = { $b ->\n *[c] ".repeat(100_000)],
    ["calls of Fluent", "a.ftl", `a = { ${"F(".repeat(1_000_000)}`],
    ["terms of Fluent", "a.ftl", `a = { ${"-b(".repeat(1_000_000)}`],
    ["elements of TMX", "a.tmx", `<tmx><body><tu><tuv><seg>${"<hi>".repeat(1_000_000)}`],
    ["arguments of a message", "a.json", `{"a":"${"{n, plural, other {".repeat(100_000)}"}`]
  ])("endlessly nested %s do no harm", (_, path, content) => {
    assert.include(["file", "failure"], read(path, content).kind)
  })

  it.each([
    ["values", "a.json", `[${"1,".repeat(1_100_000)}1]`],
    ["values of YAML", "a.yaml", "- a\n".repeat(500_000)],
    ["values of PHP", "a.php", `<?php return [${"1,".repeat(1_100_000)}];`],
    ["elements", "a.xliff", `<xliff>${"<a/>".repeat(3_000_000)}</xliff>`],
    ["entries", "a.po", 'msgid "a"\nmsgstr "b"\n'.repeat(1_100_000)],
    ["entries of Fluent", "a.ftl", "a=b\n".repeat(1_100_000)],
    ["syntax errors of Fluent", "a.ftl", "a\n".repeat(11_000)],
    ["characters of Fluent", "a.ftl", `a = ${"b".repeat(10_000_000)}`],
    ["units of TMX", "a.tmx", `<tmx><body>${"<tu/>".repeat(1_100_000)}</body></tmx>`],
    ["cells", "a.csv", ",".repeat(1_100_000)],
    ["references", "a.po", `#: ${"a ".repeat(1_100_000)}\nmsgid "a"\nmsgstr "b"\n`]
  ])("too many %s are a failure", (_, path, content) => {
    assert.strictEqual(read(path, content).kind, "failure")
  })

  it.each(supportedExtensions)(
    "%s: random texts, truncated and changed files are read or fail",
    { tags: ["random"] },
    (extension) => {
      const random = seededRandom(6)
      const parts = [
        '"',
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\\",
        "\n",
        "msgid ",
        "msgstr ",
        "<a",
        ">",
        "</a>",
        "&",
        ";",
        "#",
        "\u0000",
        "é",
        "\r",
        "1",
        "'",
        "<?php return [",
        "<<<A\n",
        "=>"
      ]
      for (let round = 0; round < randomRounds(2_000); round++) {
        assert.include(["file", "failure"], read(`a.${extension}`, randomText(random, parts, 30)).kind)
      }
      for (const bytes of goldenInputs(extension)) {
        for (let round = 0; round < randomRounds(60); round++) {
          const changed = bytes.slice(0, Math.ceil(random() * bytes.length))
          for (let change = 0; change < 3 && changed.length > 0; change++) {
            changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
          }
          assert.include(["file", "failure"], read(`a.${extension}`, changed).kind)
        }
      }
    }
  )
})

const formatFolders = new Map([
  ["xlf", "xliff"],
  ["yml", "yaml"],
  ["xml", "android"],
  ["ts", "qt-ts"],
  ["ftl", "fluent"]
])

const goldenInputs = (extension: string): ReadonlyArray<Uint8Array> => {
  const format = formatFolders.get(extension) ?? extension
  const folder = new URL(`${format}/golden/`, import.meta.url)
  return readdirSync(folder).flatMap((name) => {
    const place = new URL(`${name}/`, folder)
    const inputs = readdirSync(place).filter((file) => file.startsWith("input."))
    return inputs.map((file) => readFileSync(new URL(file, place)))
  })
}
