import { assert, describe, it } from "vitest"
import { checkImportKeys, type ImportKeyInput } from "./import-key-rules.ts"

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
