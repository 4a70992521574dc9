import { assert, describe, it } from "vitest"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"

describe("reading CSV", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it.each([
    ["as many commas as semicolons: commas", "key,en;x\na;b,c", "a;b", "c"],
    ["more semicolons than commas", "key;en;a,b\na,b;c", "a,b", "c"],
    ["signs in quotes do not count", '"k;e;y",en\na;b,c', "a;b", "c"]
  ])("the first line names the delimiter: %s", (_, content, keyName, text) => {
    const read = readTranslationFile(new TextEncoder().encode(content), { ...defaultReadOptions, path: "all.csv" })
    assert(read.kind === "file")
    assert.deepInclude([...read.translations.map((one) => [one.keyName, one.text])], [keyName, text])
  })

  it.each([
    [
      "an empty cell at the end of the file",
      "key,en,de\na,b,",
      [
        ["en", "b", 2, 3],
        ["de", "", 2, 5]
      ]
    ],
    [
      "an empty cell at the end of a line",
      "key,en,de\r\na,b,\r\n",
      [
        ["en", "b", 2, 3],
        ["de", "", 2, 5]
      ]
    ],
    ["lines without a character", "\n\r\nkey,en\r\r\n\na,b\n\n", [["en", "b", 6, 3]]],
    [
      "cells in quotes and others",
      'key,en,de\n"a",b,"c"\n',
      [
        ["en", "b", 2, 5],
        ["de", "c", 2, 7]
      ]
    ],
    [
      "quotes that are doubled or escaped",
      'key,en,de\n"a","b""c","d\\"e"',
      [
        ["en", 'b"c', 2, 5],
        ["de", 'd"e', 2, 12]
      ]
    ],
    [
      "a backslash in another cell",
      'key,en,de\n"a","b","c\\d\\\\"',
      [
        ["en", "b", 2, 5],
        ["de", "c\\d\\", 2, 9]
      ]
    ],
    [
      "line ends in quotes",
      'key,en,de\n"a","b\r\nc",d',
      [
        ["en", "b\r\nc", 2, 5],
        ["de", "d", 3, 4]
      ]
    ],
    [
      "longer and shorter rows",
      "key,en,de\nx\na,b,c",
      [
        ["en", "b", 3, 3],
        ["de", "c", 3, 5]
      ]
    ],
    [
      "letters of two units",
      'key,en,de\n"a","\u{1f600}",ü',
      [
        ["en", "\u{1f600}", 2, 5],
        ["de", "ü", 2, 10]
      ]
    ]
  ])("places and texts of %s", (_, content, expected) => {
    const read = readTranslationFile(new TextEncoder().encode(content), { ...defaultReadOptions, path: "all.csv" })
    assert(read.kind === "file")
    const found = read.translations.filter(({ keyName }) => keyName === "a")
    assert.deepStrictEqual(
      found.map(({ languageName, text, position }) => [languageName, text, position.line, position.column]),
      expected
    )
  })
})
