import { assert, describe, it } from "vitest"
import { entriesOfUnit } from "./memory-unit.ts"

const now = 1_000
const text = (
  languageTag: string,
  content: string,
  createdAt: number | null = null,
  changedAt: number | null = null
) => ({
  languageTag,
  text: content,
  createdAt,
  changedAt
})

describe("entries of a unit", () => {
  it.each([
    ["the source language counts in any case", "en", [text("EN", "Port"), text("cs", "Přístav")], ["Port|cs|Přístav"]],
    ["a region serves its language", "en", [text("en_US", "Port"), text("cs", "Přístav")], ["Port|cs|Přístav"]],
    ["a language serves its region", "en-US", [text("en", "Port"), text("cs", "Přístav")], ["Port|cs|Přístav"]],
    [
      "the language itself is preferred, and its regions are translations",
      "en",
      [text("en-GB", "Harbour"), text("en", "Harbor")],
      ["Harbor|en-GB|Harbour"]
    ],
    ["another region is no source", "en-US", [text("en-GB", "Port"), text("cs", "Přístav")], []],
    ["a longer name is no region", "en", [text("eng", "Port"), text("cs", "Přístav")], []],
    ["a unit without the language has none", "de", [text("en", "Port"), text("cs", "Přístav")], []],
    ["a text without a language is no source", "en", [text("", "Port"), text("cs", "Přístav")], []],
    [
      "blank and long texts, and those without a language, are skipped",
      "en",
      [text("en", "Port"), text("cs", " "), text("de", "x".repeat(10_001)), text("", "x"), text("fr", "Port")],
      ["Port|fr|Port"]
    ],
    ["a blank source has none", "en", [text("en", " "), text("cs", "Přístav")], []],
    [
      "a second text of the source language is none",
      "en",
      [text("en", "A"), text("EN", "B"), text("cs", "C")],
      ["A|cs|C"]
    ]
  ])("%s", (_, sourceLanguageTag, texts, expected) => {
    assert.deepStrictEqual(
      entriesOfUnit({ id: null, texts }, sourceLanguageTag, now).map(
        ({ sourceText, targetLanguageTag, targetText }) => `${sourceText}|${targetLanguageTag}|${targetText}`
      ),
      expected
    )
  })

  it("keeps the id and the times of the file", () => {
    const texts = [
      text("en", "Port", 1, 2),
      text("cs", "a", 5, 7),
      text("de", "b", null, 8),
      text("fr", "c", 9),
      text("it", "d")
    ]
    assert.deepStrictEqual(
      entriesOfUnit({ id: "7", texts }, "en", now).map(({ tuid, createdAt, updatedAt }) => [
        tuid,
        createdAt,
        updatedAt
      ]),
      [
        ["7", 5, 7],
        ["7", 8, 8],
        ["7", 9, 9],
        ["7", now, now]
      ]
    )
    assert.isNull(entriesOfUnit({ id: "7".repeat(501), texts }, "en", now)[0]?.tuid)
  })
})
