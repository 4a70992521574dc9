import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import { escapeMessage } from "./escape-message.ts"
import { parseMessage } from "./parse-message.ts"

describe("escapeMessage", () => {
  it.each([
    ["braces are put in apostrophes", "this {is} it", false, "this '{'is'}' it"],
    ["apostrophes beside a brace are doubled", "a '{b}'", false, "a '''{'b'}'''"],
    ["an apostrophe inside a word stays", "it's", false, "it's"],
    ["a last apostrophe is doubled: an argument may follow", "the dogs'", false, "the dogs''"],
    ["two apostrophes are not read as one", "''", false, "''''"],
    ["# is literal outside of a plural", "#1", false, "#1"],
    ["# is quoted in a plural", "#1", true, "'#'1"]
  ])("%s", (_, text, isInPlural, expected) => {
    assert.strictEqual(escapeMessage(text, isInPlural), expected)
  })

  it("gives a message that formats to the text, also between two arguments", () => {
    const random = seededRandom(1)
    for (let round = 0; round < 3_000; round++) {
      const text = randomText(random, ["'", "''", "{", "}", "#", "a", " "], 12)
      assert.strictEqual(literalOf(`{x}${escapeMessage(text, false)}{y}`), text)
    }
  })

  it("gives a plural form that formats to the text", () => {
    const random = seededRandom(2)
    for (let round = 0; round < 3_000; round++) {
      const text = randomText(random, ["'", "''", "{", "}", "#", "a", " "], 12)
      const parsed = parseMessage(`{n, plural, other {${escapeMessage(text, true)}}}`)
      const plural = parsed.kind === "message" ? parsed.nodes[0] : undefined
      assert.strictEqual(plural?.kind, "plural", text)
      const nodes = plural?.kind === "plural" ? (plural.options[0]?.nodes ?? []) : []
      assert.strictEqual(nodes.map((node) => (node.kind === "literal" ? node.value : "?")).join(""), text)
    }
  })
})

const literalOf = (message: string): string | null => {
  const parsed = parseMessage(message)
  if (parsed.kind === "error") return null
  return parsed.nodes.map((node) => (node.kind === "literal" ? node.value : "")).join("")
}
