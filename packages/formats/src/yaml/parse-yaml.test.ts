import { assert, describe, it } from "vitest"
import { parseAllDocuments } from "yaml"
import { tooDeepSentence } from "../limits.ts"
import { randomRounds, randomText, seededRandom } from "../testing/seeded-random.ts"
import type { TreeNode } from "../tree/tree-node.ts"
import { parseSimpleYaml } from "./parse-simple-yaml.ts"
import { parseAnyYaml, parseYaml } from "./parse-yaml.ts"

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

/** Lines of simple documents, and parts that make them something else. */
const simpleLines = [
  ...[
    "a:\n",
    "  b:\n",
    "  c: d e\n",
    "    f: 'it''s'\n",
    'g: "x\\n\\"y\\\\" \n',
    "  - h\n",
    "- i # j\n",
    "    - 1.5\n"
  ],
  ...["k: # l\n", "m: n#o # p\r\n", "\n", "  \n", "# q\n", "---\n", "null: r\n", "s: ~\n", "a: again\n", '"t u": v\n'],
  ...[
    "w: x: y\n",
    "  z\n",
    " 'aa': bb\n",
    'cc: "dd\n',
    "ee: ff:\n",
    "gg: |\n",
    "true: 12\n",
    "  b:",
    "404: \u00a0\n",
    "h: -\n"
  ],
  ...[
    "i: [j]\n",
    "k: &l m\n",
    "n: *l\n",
    "o : p\n",
    "...\n",
    "q:r\n",
    "s: t\tu\n",
    "- v: w\n",
    "x: 'y' z\n",
    "a: b",
    ": c"
  ],
  ...[
    "l: |\n",
    "f: >\n",
    "  c: |-\n",
    "  c: >+\n",
    "    d: >-\n",
    "  - |\n",
    "- >-\n",
    "l: | # m\n",
    "l: |2\n",
    "p: q\n"
  ],
  ...[
    "  text on\n",
    "    and on\n",
    "  more # r\r\n",
    "    with: a name\n",
    "  spaces at its end  \n",
    "   \n",
    "\r\n",
    "      deep\n"
  ]
]

describe("parseYaml", () => {
  it("accepts the same documents as the library, with the same values", { tags: ["random"] }, () => {
    const random = seededRandom(8)
    let acceptedCount = 0
    for (let round = 0; round < randomRounds(6_000); round++) {
      const text = randomText(random, parts, 9)
      const expected = parseWithLibrary(text)
      const parsed = parseYaml(text)
      assert.strictEqual(parsed.kind === "error", expected === undefined, JSON.stringify(text))
      if (parsed.kind === "error" || expected === undefined || parsed.root === null) continue
      acceptedCount++
      assert.deepStrictEqual(valueOfNode(parsed.root), withoutSkippedKeys(expected.value), JSON.stringify(text))
    }
    assert.isAbove(acceptedCount, randomRounds(1_000))
  })

  it("reads simple documents as the library does, names twice and places included", { tags: ["random"] }, () => {
    const random = seededRandom(9)
    let simpleCount = 0
    for (let round = 0; round < randomRounds(40_000); round++) {
      const text = randomText(random, simpleLines, 7)
      const simple = parseSimpleYaml(text)
      if (simple === null || simple.kind === "error") continue
      simpleCount++
      const parsed = parseAnyYaml(text)
      const root = parsed.kind === "document" ? parsed.root : null
      assert.deepStrictEqual(withPlaces(simple), root === null ? parsed : withPlaces(root), JSON.stringify(text))
      assert.deepInclude(parsed, { recordedKeys: [], nextDocumentOffset: null }, JSON.stringify(text))
    }
    assert.isAbove(simpleCount, randomRounds(1_000))
  })

  it("a hundred levels are read, one more fails", () => {
    const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    const maps = (depth: number) => Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n")
    for (const nested of [lists, maps]) {
      assert.strictEqual(parseYaml(nested(100)).kind, "document")
      assert.deepInclude(parseYaml(nested(101)), { kind: "error", message: tooDeepSentence("The document") })
    }
  })

  it("a large file of names and texts is read, also where a text has several lines", () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `key_${index}: "a text"\n`).join("")
    for (const unusual of ["a: |-\n  b\n  c\n", "a: >\n  b\n\n  c\n", "a: b\n  c\n", "a:\n- b\n- |\n  c\n"]) {
      assert.strictEqual(parseYaml(unusual + lines).kind, "document", unusual)
    }
  })

  it("a file with too many names and texts is refused with the number that it may have", () => {
    const refused = parseYaml("a: b\n".repeat(130_000))
    assert(refused.kind === "error")
    assert.match(refused.message, /too many values: one of its size may have at most 121666; split it/)
  })

  it("other files have fewer values, and one with more is refused with what to do", () => {
    const listOf = (length: number) => `a: [${"b,".repeat(length)}]`
    assert.strictEqual(parseYaml(listOf(20_000)).kind, "document")
    const refused = parseYaml(listOf(21_000))
    assert(refused.kind === "error")
    assert.match(refused.message, /too large for a YAML file with flow lists.* split it into several files/)
  })

  it("aliases expand to a million values, and no more", () => {
    const list = `a: &list [${"b, ".repeat(998)}b]\n`
    const repeated = (times: number) => `${list}c: [${"*list, ".repeat(times)}]`
    assert.strictEqual(parseYaml(repeated(990)).kind, "document")
    const refused = parseYaml(repeated(1_000))
    assert(refused.kind === "error")
    assert.match(refused.message, /expand to more than 1000000 values; write them out, or fewer/)
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

/** Names and values with the places that readers report: those of names, and of items. */
const withPlaces = (node: TreeNode): unknown => {
  if (node.kind === "object") {
    const members = [...node.members].map(([name, { value, nameOffset }]) => [name, nameOffset, withPlaces(value)])
    const replaced = node.replaced?.map(({ name, value, nameOffset }) => [name, nameOffset, withPlaces(value)])
    return { members, replaced: replaced ?? [] }
  }
  if (node.kind === "array") return node.items.map((item) => [item.offset, withPlaces(item)])
  return node.kind === "null" ? null : [node.kind, node.text, node.offset]
}
