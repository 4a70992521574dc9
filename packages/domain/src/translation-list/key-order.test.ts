import { assert, describe, it } from "vitest"
import { parseSort, withTotalOrder } from "../page/lists.ts"
import { keyIdOf, parseCursor, printCursor, sortablePropertiesOf, toKeyOrder } from "./key-order.ts"

const languages = [{ id: 2, tag: "de-AT" }]

const orderOf = (...sort: ReadonlyArray<string>) => {
  const parsed = parseSort(sort, sortablePropertiesOf(languages))
  return parsed.ok ? toKeyOrder(withTotalOrder(parsed.value), languages) : []
}

describe("the order of keys", () => {
  it.each([
    ["by id when nothing is asked for", [], ["keyId asc"]],
    ["by id under its short name", ["id,desc"], ["keyId desc"]],
    ["a property that all keys have in common decides nothing", ["branch,desc"], ["keyId asc"]],
    ["nothing decides behind the id", ["keyName", "keyId,desc", "createdAt"], ["keyName asc", "keyId desc"]],
    ["texts of a selected language", ["translations.de-AT.text,desc"], ["text 2 desc", "keyId asc"]],
    ["scores of a selected language", ["translations.de-AT.qualityScore"], ["qualityScore 2 asc", "keyId asc"]]
  ])("%s", (_, sort, expected) => {
    assert.deepStrictEqual(
      orderOf(...sort).map(({ property, languageId, direction }) =>
        [property, languageId, direction].filter((part) => part !== null).join(" ")
      ),
      expected
    )
  })

  it("by texts of other languages is rejected like any unknown property", () => {
    assert.isFalse(parseSort(["translations.fr.text"], sortablePropertiesOf(languages)).ok)
  })
})

describe("the cursor of a list", () => {
  const order = orderOf("keyName", "createdAt,desc")
  const cursor = { revisionId: 7, values: ['a"ü', null, 5] }

  it("comes back as it was, for a list in the same order", () => {
    assert.deepStrictEqual(parseCursor(printCursor(cursor, order), order), { ok: true, value: cursor })
    assert.strictEqual(keyIdOf(cursor), 5)
  })

  it("fails for a list in another order", () => {
    for (const other of [orderOf("keyName"), orderOf("keyName,desc", "createdAt,desc"), orderOf()]) {
      const parsed = parseCursor(printCursor(cursor, order), other)
      assert.strictEqual(!parsed.ok && parsed.error.kind === "code" && parsed.error.code, "cannot_sort_by_this_column")
    }
  })

  it.each([
    ["no JSON", "x"],
    ["no list", "{}"],
    ["an empty list", "[]"],
    ["a number for the order", "[1,2,3]"],
    ["a revision that is no number", printCursor({ ...cursor, revisionId: "7" as never }, order)],
    ["too few values", printCursor({ ...cursor, values: [5] }, order)],
    ["too many values", printCursor({ ...cursor, values: ["a", null, 5, 5] }, order)],
    ["a number where a name is", printCursor({ ...cursor, values: [1, null, 5] }, order)],
    ["a text where a time is", printCursor({ ...cursor, values: ["a", "b", 5] }, order)],
    ["a fraction", printCursor({ ...cursor, values: ["a", 0.5, 5] }, order)],
    ["no id", printCursor({ ...cursor, values: ["a", null, null] }, order)],
    ["a character that no database keeps", printCursor({ ...cursor, values: ["a\0", null, 5] }, order)]
  ])("%s is invalid", (_, json) => {
    assert.deepStrictEqual(parseCursor(json, order), {
      ok: false,
      error: { kind: "code", status: 400, code: "wrong_param_type", params: ["cursor"] }
    })
  })
})
