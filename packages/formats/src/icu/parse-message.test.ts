import { assert, describe, it } from "vitest"
import { randomText, seededRandom } from "../testing/seeded-random.ts"
import type { MessageNode } from "./message-node.ts"
import { parseMessage } from "./parse-message.ts"

/** The content of the deepest form; each of the choices has one. */
const innermost = (message: string): ReadonlyArray<MessageNode> => {
  const parsed = parseMessage(message)
  let nodes = parsed.kind === "message" ? parsed.nodes : []
  for (let first = nodes[0]; first !== undefined && "options" in first; first = nodes[0]) {
    nodes = first.options[0]?.nodes ?? []
  }
  return nodes
}

describe("parseMessage", () => {
  it.each([
    ["an argument has a name", "Hi {name}", ["literal", "argument"]],
    ["spaces around names are allowed", "{ n , number , .00 }", ["argument"]],
    ["a style may hold quoted braces", "{d, date, h 'o''clock {'}", ["argument"]],
    ["a closing brace outside of arguments is text", "a } b", ["literal"]],
    ["quoted braces are text", "'{'x'}'", ["literal"]],
    ["an apostrophe before a letter is text", "it's", ["literal"]],
    ["# is text outside of a plural", "# {n, plural, other {#}}", ["literal", "plural"]]
  ])("%s", (_, message, kinds) => {
    const parsed = parseMessage(message)
    const found: unknown = parsed.kind === "message" ? parsed.nodes.map((node) => node.kind) : parsed
    assert.deepStrictEqual(found, kinds)
  })

  it.each([
    ["in a form of a plural", "{n, plural, other {# a}}", ["numberSign", "literal"]],
    ["in a form of an ordinal", "{n, selectordinal, other {# a}}", ["numberSign", "literal"]],
    ["not in a choice", "{g, select, other {# a}}", ["literal"]],
    ["not in a choice inside of a form", "{n, plural, other {{g, select, other {# a}}}}", ["literal"]],
    [
      "again in a plural inside of that",
      "{n, plural, other {{g, select, other {{m, plural, other {# a}}}}}}",
      ["numberSign", "literal"]
    ]
  ])("# is the number %s", (_, message, kinds) => {
    assert.deepStrictEqual(
      innermost(message).map(({ kind }) => kind),
      kinds
    )
  })

  it("an apostrophe in front of # quotes only where # is the number", () => {
    const values = (message: string) => innermost(message).map((node) => (node.kind === "literal" ? node.value : null))
    assert.deepStrictEqual(values("{n, plural, other {'#' a}}"), ["# a"])
    assert.deepStrictEqual(values("{n, plural, other {{g, select, other {'#' a}}}}"), ["'#' a"])
  })

  it.each([
    ["a brace that is never closed", "{name", 5],
    ["an argument without a name", "{}", 1],
    ["a plural without the form other", "{n, plural, one {a}}", 0],
    ["a form without a text", "{n, plural, other }", 17],
    ["a form that is not closed", "{n, plural, other {a", 19]
  ])("%s is an error with its place", (_, message, offset) => {
    const parsed = parseMessage(message)
    assert.strictEqual(parsed.kind === "error" ? parsed.offset : null, offset)
  })

  it("refuses a million nested arguments", () => {
    assert.strictEqual(parseMessage("{n, plural, other {".repeat(1_000_000)).kind, "error")
  })

  it("covers every message it accepts without gaps", () => {
    const random = seededRandom(3)
    for (let round = 0; round < 5_000; round++) {
      const message = randomText(random, ["{", "}", "'", "#", "n", ", plural,", " other {", ", number", " "], 14)
      const parsed = parseMessage(message)
      if (parsed.kind === "error") continue
      const joined = parsed.nodes.map((node) => message.slice(node.start, node.end)).join("")
      assert.strictEqual(joined, message)
    }
  })
})
