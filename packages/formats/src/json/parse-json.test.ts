import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import type { TreeNode } from "../tree/tree-node.ts"
import { javaNumberText } from "./java-number-text.ts"
import { parseJson } from "./parse-json.ts"

describe("parseJson", () => {
  it("accepts exactly the documents of the language's own parser, with the same values", () => {
    const random = seededRandom(7)
    const parts = [
      "{",
      "}",
      "[",
      "]",
      '"a"',
      '"b":',
      ",",
      ":",
      "1",
      "-",
      ".5",
      "e2",
      "true",
      "null",
      " ",
      '"\\u00e9\\n"',
      "0"
    ]
    let acceptedCount = 0
    for (let round = 0; round < 20_000; round++) {
      const text = randomText(random, parts, 7)
      const expected = parseNatively(text)
      const parsed = parseJson(text)
      assert.strictEqual(parsed.kind === "error", expected === undefined, text)
      if (parsed.kind === "error" || expected === undefined) continue
      acceptedCount++
      assert.deepStrictEqual(valueOfNode(parsed), withTextScalars(expected.value), text)
    }
    assert.isAbove(acceptedCount, 500)
  })

  it("a hundred levels are read, one more fails with its place", () => {
    assert.strictEqual(parseJson("[".repeat(100) + "]".repeat(100)).kind, "array")
    const parsed = parseJson("[".repeat(101) + "]".repeat(101))
    assert.strictEqual(parsed.kind === "error" ? parsed.offset : null, 100)
  })
})

describe("javaNumberText", () => {
  it.each([
    ["1", "1"],
    ["-0", "0"],
    ["-0.0", "-0.0"],
    ["1.50", "1.5"],
    ["1e3", "1000.0"],
    ["9999999.0", "9999999.0"],
    ["1e7", "1.0E7"],
    ["0.001", "0.001"],
    ["0.00012", "1.2E-4"],
    ["-123456.789", "-123456.789"],
    ["12345678901234567890", "12345678901234567890"]
  ])("%s is printed as %s", (spelled, expected) => {
    assert.strictEqual(javaNumberText(spelled, /^-?\d+$/.test(spelled)), expected)
  })
})

const parseNatively = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Numbers are compared as numbers: their spelling has its own test. */
const withTextScalars = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withTextScalars)
  if (typeof value === "boolean") return String(value)
  if (typeof value !== "object" || value === null) return typeof value === "number" ? value + 0 : value
  return new Map(Object.entries(value).map(([name, member]) => [name, withTextScalars(member)]))
}

const valueOfNode = (node: TreeNode): unknown => {
  switch (node.kind) {
    case "text":
      return node.text
    case "scalar":
      return node.text === "true" ? node.text : Number(node.text) + 0
    case "null":
      return null
    case "array":
      return node.items.map(valueOfNode)
    case "object":
      return new Map([...node.members].map(([name, member]) => [name, valueOfNode(member.value)]))
  }
}
