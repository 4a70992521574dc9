import { assert, describe, it } from "vitest"
import { parseAllDocuments } from "yaml"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import type { TreeNode } from "../tree/tree-node.ts"
import { parseYaml } from "./parse-yaml.ts"

const parts = [
  ..."ab[]{},:-?\"'#|>%@~\\ \n\t\r",
  "\n  ",
  "\n    ",
  ": ",
  "- ",
  "? ",
  "a: ",
  "b: c\n",
  "&x ",
  "*x ",
  "&y ",
  "*y",
  "!t ",
  "!!str ",
  "|-\n  ",
  ">\n  ",
  " # c\n",
  "null",
  "1.5",
  "\\n"
]

describe("parseYaml", () => {
  it("accepts the same documents as the library, with the same values", () => {
    const random = seededRandom(8)
    let acceptedCount = 0
    for (let round = 0; round < 6_000; round++) {
      const text = randomText(random, parts, 9)
      const expected = parseWithLibrary(text)
      const parsed = parseYaml(text)
      assert.strictEqual(parsed.kind === "error", expected === undefined, JSON.stringify(text))
      if (parsed.kind === "error" || expected === undefined || parsed.root === null) continue
      acceptedCount++
      assert.deepStrictEqual(valueOfNode(parsed.root), withoutSkippedKeys(expected.value), JSON.stringify(text))
    }
    assert.isAbove(acceptedCount, 1_000)
  })

  it("a hundred levels are read, one more fails", () => {
    const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    const maps = (depth: number) => Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n")
    for (const nested of [lists, maps]) {
      assert.strictEqual(parseYaml(nested(100)).kind, "document")
      assert.deepInclude(parseYaml(nested(101)), { kind: "error", message: "The document is nested too deeply" })
    }
  })

  it("one error is enough: a file with a million of them fails at once", () => {
    assert.strictEqual(parseYaml(`a: [${"}".repeat(3_000_000)}`).kind, "error")
    assert.strictEqual(parseYaml('"\\q"\n'.repeat(1_000_000)).kind, "error")
  })
})

/** Undefined = failed. */
const parseWithLibrary = (text: string): { readonly value: unknown } | undefined => {
  const documents = parseAllDocuments(text, { uniqueKeys: false, resolveKnownTags: false })
  const [first] = "empty" in documents ? [] : documents
  if (first === undefined) return { value: null }
  if (first.errors.length > 0) return undefined
  try {
    return { value: first.toJS({ mapAsMap: true, maxAliasCount: -1 }) }
  } catch {
    // An alias without an anchor.
    return undefined
  }
}

const withoutSkippedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSkippedKeys)
  if (!(value instanceof Map)) return value
  const kept = [...value].filter(([key]) => typeof key === "string" || typeof key === "number")
  return new Map(kept.map(([key, member]) => [String(key), withoutSkippedKeys(member)]))
}

const valueOfNode = (node: TreeNode): unknown => {
  switch (node.kind) {
    case "text":
      return node.text
    case "scalar":
      return Number(node.text)
    case "null":
      return null
    case "array":
      return node.items.map(valueOfNode)
    case "object":
      return new Map([...node.members].map(([name, { value }]) => [name, valueOfNode(value)]))
  }
}
