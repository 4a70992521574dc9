import { assert, describe, it } from "vitest"
import { checkImportKeys, cutAt, type ImportKeyInput, limitDescription } from "./import-limits.ts"

describe("cutAt", () => {
  it.each([
    ["a\u{10000}b", 2, "a"],
    ["a\u{10ffff}b", 2, "a"],
    ["a\u{10000}b", 3, "a\u{10000}"],
    ["a\ud7ffb", 2, "a\ud7ff"],
    ["ab", 5, "ab"]
  ])("%j cut at %d units leaves no half of a character", (text, units, expected) => {
    assert.strictEqual(cutAt(text, units), expected)
  })
})

describe("limitDescription", () => {
  it.each([
    ["a description is trimmed", " a ", { description: "a", isCut: false }],
    ["a blank one is none", " \n", { description: null, isCut: false }],
    ["2000 units fit", "x".repeat(2_000), { description: "x".repeat(2_000), isCut: false }],
    ["more are cut", "x".repeat(2_001), { description: "x".repeat(2_000), isCut: true }],
    ["spaces around do not count", ` ${"x".repeat(2_000)} `, { description: "x".repeat(2_000), isCut: false }],
    ["a space at the cut is dropped", `${"x".repeat(1_999)} y`, { description: "x".repeat(1_999), isCut: true }],
    ["a character is never halved", `${"x".repeat(1_999)}😀`, { description: "x".repeat(1_999), isCut: true }]
  ])("%s", (_, description, expected) => {
    assert.deepStrictEqual(limitDescription(description), expected)
  })
})

const key: ImportKeyInput = { name: "k", texts: [] }
const fields = (messages: Record<string, string>) => ({ kind: "standardValidation", messages })

describe("keys in the body of an import", () => {
  it.each([
    ["none are fine", [], null],
    ["a name is enough", [key], null],
    [
      "the longest of everything is fine",
      [{ name: "n".repeat(2000), namespace: "s".repeat(100), texts: ["t".repeat(10_000), null] }],
      null
    ],
    ["a name is needed", [key, { texts: [] }], fields({ "keys[1].name": "must not be blank" })],
    ["a name is not blank", [{ ...key, name: " " }], fields({ "keys[0].name": "must not be blank" })],
    [
      "a name can be too long",
      [{ ...key, name: "n".repeat(2001) }],
      fields({ "keys[0].name": "size must be between 0 and 2000" })
    ],
    [
      "a namespace can be too long",
      [{ ...key, namespace: "s".repeat(101) }],
      fields({ "keys[0].namespace": "size must be between 0 and 100" })
    ],
    [
      "a description can be too long",
      [{ ...key, description: "d".repeat(2001) }],
      fields({ "keys[0].description": "size must be between 0 and 2000" })
    ],
    [
      "a text can be too long",
      [{ ...key, texts: ["t".repeat(10_001)] }],
      { kind: "code", status: 400, code: "translation_text_too_long", params: [10_000] }
    ]
  ] as ReadonlyArray<[string, ReadonlyArray<ImportKeyInput>, unknown]>)("%s", (_, keys, error) => {
    assert.deepStrictEqual(checkImportKeys(keys), error as never)
  })

  it("not all of a hundred thousand broken ones are named", () => {
    const error = checkImportKeys(Array.from({ length: 100_000 }, () => ({ texts: [] })))
    assert.strictEqual(error?.kind === "standardValidation" && Object.keys(error.messages).length, 100)
  })
})
