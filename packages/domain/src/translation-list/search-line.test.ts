import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import type { KeyCondition } from "./key-conditions.ts"
import { parseSearchLine, searchLineUsernames } from "./search-line.ts"

const en = { id: 1, tag: "en" }
const de = { id: 2, tag: "de" }
/** May be viewed, and is not selected. */
const cs = { id: 3, tag: "cs-CZ" }

const parse = (line: string) =>
  parseSearchLine(line, { selected: [en, de], viewable: [en, de, cs] }, new Map([["ann@example.org", 7]]))

const inName = (pattern: ReadonlyArray<string>, matches = true): KeyCondition => ({
  kind: "pattern",
  field: "name",
  pattern,
  matches
})

describe("a search line", () => {
  it.each<[string, string, ReadonlyArray<KeyCondition>]>([
    ["is empty", "  ", []],
    [
      "has words, each of which must be found",
      'cart "to pay"',
      [
        { kind: "search", text: "cart" },
        { kind: "search", text: "to pay" }
      ]
    ],
    ["finds an address in quotes", '"http://a"', [{ kind: "search", text: "http://a" }]],
    ["has quotes in a text", String.raw`"a \"b\""`, [{ kind: "search", text: 'a "b"' }]],
    [
      "leaves out keys with a word",
      "-old*",
      [
        inName(["", "old*", ""], false),
        { kind: "pattern", field: "namespace", pattern: ["", "old*", ""], matches: false },
        { kind: "pattern", field: "description", pattern: ["", "old*", ""], matches: false },
        { kind: "textPattern", languageIds: [1, 2], pattern: ["", "old*", ""], matches: false }
      ]
    ],
    ["has a part of a name", "key:cart", [inName(["", "cart", ""])]],
    ["has stars", "key:cart.*", [inName(["cart.", ""])]],
    [
      "looks into one language",
      'de:"in den"',
      [{ kind: "textPattern", languageIds: [2], pattern: ["", "in den", ""], matches: true }]
    ],
    [
      "knows languages with a region",
      "cs-CZ:x",
      [{ kind: "textPattern", languageIds: [3], pattern: ["", "x", ""], matches: true }]
    ],
    [
      "looks into all selected languages",
      "-text:x",
      [{ kind: "textPattern", languageIds: [1, 2], pattern: ["", "x", ""], matches: false }]
    ],
    [
      "leaves out descriptions",
      "-description:x",
      [{ kind: "pattern", field: "description", pattern: ["", "x", ""], matches: false }]
    ],
    ["has the default namespace", 'ns:""', [{ kind: "namespace", names: [""], isOneOf: true }]],
    [
      "has a pattern of namespaces",
      "-ns:a*",
      [{ kind: "pattern", field: "namespace", pattern: ["a", ""], matches: false }]
    ],
    ["has a tag", "-tag:web", [{ kind: "tag", names: ["web"], hasAny: false }]],
    [
      "has a state in any case",
      "state:reviewed",
      [
        {
          kind: "anyOf",
          translations: [
            { languageId: 1, kind: "state", state: "REVIEWED" },
            { languageId: 2, kind: "state", state: "REVIEWED" }
          ]
        }
      ]
    ],
    ["asks for screenshots", "-has:screenshot", [{ kind: "screenshot", exists: false }]],
    ["asks for a user", "by:ann@example.org", [{ kind: "edited", userIds: [7], after: null, before: null }]],
    ["finds nothing by an unknown user", "by:nobody", [{ kind: "nothing" }]]
  ])("%s", (_sentence, line, conditions) => {
    const parsed = parse(line)
    assert.deepStrictEqual(parsed.ok ? parsed.value : parsed.error, conditions)
  })

  it.each<[string, string, number, string]>([
    ["an open quote", 'key:"a', 7, '"'],
    ["no value", "a key: b", 7, '"…"'],
    ["a minus alone", "a -", 4, '"…"'],
    ["no space behind a quote", '"a"b', 4, "␣"],
    ["an unknown field", "-fr:x", 2, "key:, ns:, description:, tag:, text:, state:, has:, by:, en:, de:, cs-CZ:"],
    ["an unknown state", "state:DONE", 7, "UNTRANSLATED, TRANSLATED, REVIEWED, DISABLED"],
    ["an unknown subject", "has:toString", 5, "screenshot, description, text, suggestion, comment, issue"],
    ["a minus that no filter knows", "a -has:issue", 3, "has:issue"],
    ["too many stars", "key:*a*b*c*d*e*", 5, '"…*…"'],
    ["an empty pattern", 'de:""', 4, '"…*…"'],
    ["too many terms", "a ".repeat(21), 41, "≤ 20"]
  ])("says where it has %s, and what is expected there", (_sentence, line, position, expected) => {
    const parsed = parse(line)
    assert.deepStrictEqual(parsed.ok ? null : parsed.error, domainError("search_invalid", [position, expected]))
  })

  it("names its users", () => {
    assert.deepStrictEqual(searchLineUsernames('by:a x by:"b" -by:a'), ["a", "b"])
    assert.deepStrictEqual(searchLineUsernames('by:a "'), [])
  })
})
