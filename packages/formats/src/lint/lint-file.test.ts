import { readFileSync } from "node:fs"
import { strToU8, zipSync } from "fflate"
import { assert, describe, it } from "vitest"
import { supportedExtensions } from "../registry.ts"
import { seededRandom } from "../testing/seeded-random.ts"
import { type LintFinding, type LintOptions, lintFile } from "./lint-file.ts"

const lint = (path: string, content: string | Uint8Array, options: Omit<LintOptions, "path"> = {}) =>
  lintFile(typeof content === "string" ? strToU8(content) : content, { path, ...options })

/** `severity code place | excerpt from the caret on`, for excerpts of ASCII text. */
const summary = ({ severity, code, entry, line, column, cell, excerpt }: LintFinding): string =>
  [
    `${severity} ${code}`,
    `${entry ?? ""}${cell ?? `${line}:${column}`}`,
    excerpt === null ? "-" : excerpt.text.slice(excerpt.caret)
  ].join(" | ")

const utf16 = (text: string): Uint8Array => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")])
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

const xliff = (encoding: string, name: string): Uint8Array =>
  latin1(`<?xml version="1.0" encoding="${encoding}"?>
<xliff version="1.2"><file original="${name}" source-language="en" target-language="de"><body>
  <trans-unit><source>x</source></trans-unit></body></file></xliff>`)

const tmx = '<tmx><body><tu tuid="a"><tuv xml:lang="cs">\n <seg/></tuv></tu></body></tmx>'

describe("lintFile", () => {
  it.each([
    ["a file without problems", "en.json", '{"a": "b"}', []],
    ["an empty value", "en.json", '{\n  "a": ""\n}', ['warning VALUE_IS_EMPTY | 2:3 | "a": ""']],
    [
      "two values for one key",
      "en.json",
      '{"a.b": "1",\r\n"a": {"b": "2"}}',
      [/error MULTIPLE_.* \| 2:7 \| "b": "2"}}$/]
    ],
    ["a repeated name, which JSON parsers read once", "en.json", '{"a": "1",\n"a": "2"}', [/warning warning \| 1:2 /]],
    ["a key without a name", "en.yaml", '"": x', [/error KEY_IS_BLANK \| 1:1 \| "": x/]],
    ["broken syntax", "en.json", '{\n"a": oops}', [/error cannot_parse_file \| 2:6 \| oops}/]],
    [
      "a value of PHP that is no literal",
      "lang/en/a.php",
      "<?php return [\r\n'a' => f(),\n'b' => ''];",
      ["error VALUE_IS_NOT_STRING | 2:8 | f(),", "warning VALUE_IS_EMPTY | 3:1 | 'b' => ''];"]
    ],
    ["a file of PHP that does something", "en.php", "<?php\n$a = 1;", ["warning warning | 2:1 | $a = 1;"]],
    [
      "a message of a WebExtension without a text",
      "_locales/en/messages.json",
      '{"a": {"message": "$X$"},\n"b": {}}',
      [/warning warning \| 1:2 /, "error VALUE_IS_NOT_STRING | 2:6 | {}}"]
    ],
    ["a file of another kind", "en.txt", "x", ["error cannot_parse_file | null:null | -"]],
    ["a text in UTF-16 with CRLF", "en.json", utf16('{\r\n"a": ""}'), ['warning VALUE_IS_EMPTY | 2:1 | "a": ""}']],
    ["bytes that are no UTF-8", "en.json", latin1('{\n"a": "\xe4"}'), [/error cannot_parse_file \| 2:7 \| \ufffd"}/]],
    ["properties in ISO 8859-1", "en.properties", latin1("\xe4=1\na="), ["warning VALUE_IS_EMPTY | 2:1 | a="]],
    [
      "an XML file in its declared encoding",
      "de.xliff",
      xliff("iso-8859-1", "\xe4"),
      [/ID_ATTRIBUTE.* \| <trans-unit>/]
    ],
    ["a syntax error of Fluent", "cs.ftl", "a = b\r\n\r\nž = c\r\n", [/warning warning \| 3:1 \| ž = c$/]],
    ["an empty text of a translation memory", "all.tmx", tmx, [/warning VALUE_IS_EMPTY \| 2:2 \| <seg\/>/]],
    ["a file that tools leave beside translations", "a.xcloc/contents.json", "x", []]
  ])("%s", (_, path, content, expected) => {
    const found = lint(path, content).map(summary)
    assert.strictEqual(found.length, expected.length, found.join("\n"))
    for (const [index, pattern] of expected.entries()) {
      if (typeof pattern === "string") assert.strictEqual(found[index], pattern)
      else assert.match(found[index] ?? "", pattern)
    }
  })

  it("an entry of a PO file in its declared encoding is shown as it is", () => {
    const po =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n"Language: de\\n"\n\nmsgid "\xe4"\nmsgstr ""\n'
    const withHeader = po.replace('msgstr "Content', 'msgstr ""\n"Content')
    const [finding] = lint("de.po", latin1(withHeader))
    assert.strictEqual(finding?.code, "VALUE_IS_EMPTY")
    assert.include(["ä", 'msgid "ä"', 'msgstr ""'], finding?.keyName ?? "")
    assert.notInclude(finding?.excerpt?.text ?? "\ufffd", "\ufffd")
  })

  it("sorts by place and names the key", () => {
    const findings = lint("en.json", '{"a": {"b": "1"}, "a.b": "2",\n"b": "", "": "x"}')
    assert.deepStrictEqual(
      findings.map(({ code, line, keyName }) => [code, line, keyName]),
      [
        ["MULTIPLE_VALUES_FOR_KEY_AND_LANGUAGE", 1, "a.b"],
        ["VALUE_IS_EMPTY", 2, "b"],
        ["KEY_IS_BLANK", 2, null]
      ]
    )
  })

  it("shows the cell of a workbook, its sheet and its text", () => {
    const workbook = readFileSync(new URL("../xlsx/golden/several-values/input.xlsx", import.meta.url))
    const [finding] = lint("all.xlsx", new Uint8Array(workbook))
    assert.strictEqual(finding?.line, null)
    assert.match(finding?.cell ?? "", /^.+!B3$/)
    assert.strictEqual(finding?.excerpt?.caret, 0)
    assert.notStrictEqual(finding?.excerpt?.text, "")
  })

  it("finds what is wrong in the files of an archive, and in those nested in it", () => {
    const inner = zipSync({ "cs.json": strToU8('{"a": ""}') })
    const archive = zipSync({
      "a/en.json": strToU8('{"b": ""}'),
      "b.zip": inner,
      "c.zip": strToU8("no archive"),
      ".hidden.json": strToU8("{}")
    })
    assert.deepStrictEqual(lint("all.zip", archive).map(summary), [
      'warning VALUE_IS_EMPTY | a/en.json1:2 | "b": ""}',
      'warning VALUE_IS_EMPTY | cs.json1:2 | "a": ""}',
      "error cannot_parse_file | c.zipnull:null | -",
      "warning warning | .hidden.jsonnull:null | -"
    ])
    assert.deepStrictEqual(lint("all.zip", archive, { uncompressedBytesMax: 5 }).map(summary), [
      "error cannot_parse_file | null:null | -"
    ])
  })

  it("reads in the format that is requested, and with the options that are given", () => {
    assert.deepStrictEqual(lint("strings.txt", '{"a": "b"}', { format: "JSON_ICU" }), [])
    const [finding] = lint("en.json", '{"a": "long"}', { textMaxUtf16Units: 3 })
    assert.strictEqual(finding?.code, "TRANSLATION_TOO_LONG")
  })

  it("returns findings for any bytes of any extension, each with a short excerpt", () => {
    const random = seededRandom(14)
    const words = ['{"a":', "<a>", "msgid", '"', "\n", "\r", "\t", "é", "\u0000", ":", "- ", "=", ",", "}", "]"]
    for (let round = 0; round < 1_000; round++) {
      const count = Math.floor(random() * 30)
      const text = Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join("")
      const bytes = random() < 0.5 ? strToU8(text) : latin1(text)
      const extension = [...supportedExtensions, "zip", "txt"][round % (supportedExtensions.length + 2)]
      for (const { excerpt } of lint(`en.${extension}`, bytes)) assert.isAtMost(excerpt?.text.length ?? 0, 700)
    }
  })
})
