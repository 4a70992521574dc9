import { assert, describe, it } from "vitest"
import { referencesMaxOf } from "../limits.ts"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"
import { readPo } from "./read.ts"

describe("reading po", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  // More texts than detection inspects: the entries behind them are converted as they are parsed.
  const manyEntries = (flags: string) =>
    Array.from({ length: 1_200 }, (_, index) => `${flags}msgid "${index}"\nmsgstr "%s"\n`).join("\n")

  const read = (content: string) => {
    const file = readPo(new TextEncoder().encode(content), { ...defaultReadOptions, path: "en.po" })
    assert.strictEqual(file.kind, "file")
    if (file.kind === "failure") throw new Error(file.message)
    return file
  }

  it("a file with more references than one of its size may have fails with its place", () => {
    const references = `#: ${"a:1 ".repeat(referencesMaxOf(Number.POSITIVE_INFINITY))}\n`
    const content = `${references}msgid "a"\nmsgstr "A"\n\n#: b:1\nmsgid "b"\nmsgstr "B"\n`
    const file = readPo(new TextEncoder().encode(content), { ...defaultReadOptions, path: "en.po" })
    assert.strictEqual(file.kind, "failure")
    assert.include(file.kind === "failure" ? file.message : "", "The file has too many references")
  })

  it("a header behind all entries names the language of all", () => {
    const file = read(`${manyEntries("")}\nmsgid ""\nmsgstr "Language: cs\\n"\n`)
    assert.deepStrictEqual(file.languages, ["cs"])
    assert.strictEqual(file.translations.length, 1_200)
  })

  it("of two headers the first one names the language", () => {
    const header = (language: string) => `msgid ""\nmsgstr "Language: ${language}\\n"\n\n`
    assert.deepStrictEqual(read(`${header("cs")}${manyEntries("")}\n${header("de")}`).languages, ["cs"])
    assert.deepStrictEqual(read(`${header("")}${manyEntries("")}\n${header("de")}`).languages, ["en"])
  })

  it("an entry without a flag is read as most of the flagged ones", () => {
    const header = 'msgid ""\nmsgstr ""\n\n'
    const file = read(`${header}${manyEntries("#, icu-format\n")}\nmsgid "last"\nmsgstr "%s {x}"\n`)
    assert.strictEqual(file.format.reason, "flags")
    assert.strictEqual(file.translations.at(0)?.text, "%s")
    assert.strictEqual(file.translations.at(-1)?.text, "%s {x}")
  })

  it("an error behind many entries fails the file", () => {
    const result = readPo(new TextEncoder().encode(`${manyEntries("")}\nmsgid "a`), {
      ...defaultReadOptions,
      path: "en.po"
    })
    assert.strictEqual(result.kind, "failure")
  })
})
