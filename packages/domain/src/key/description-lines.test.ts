import { assert, describe, it } from "vitest"
import { planDescriptions, readDescriptionLines } from "./description-lines.ts"

const keys = new Map([
  [1, { description: null }],
  [2, { description: "Old" }],
  [3, { description: " " }]
])

const plan = (text: string, overrides = false) =>
  planDescriptions(readDescriptionLines(text), keys, overrides).map(({ line, keyId, outcome, message }) =>
    message === null ? [line, keyId, outcome] : [line, keyId, outcome, message]
  )

describe("lines with descriptions", () => {
  it.each<[string, string, ReadonlyArray<unknown>]>([
    ["describe a key that has no description", '{"id":1,"description":"New"}', [1, 1, "UPDATED"]],
    ["describe a key whose description is blank", '{"id":3,"description":"New"}', [1, 3, "UPDATED"]],
    ["keep another description", '{"id":2,"description":"New"}', [1, 2, "SKIPPED", "The key has another description."]],
    ["have nothing to do for the same one", '{"id":2,"description":"Old"}', [1, 2, "UNCHANGED"]],
    ["erase nothing", '{"id":2,"description":" "}', [1, 2, "UNCHANGED"]],
    ["may be lines of an export as they are", '{"id":1,"name":"a","description":null}', [1, 1, "UNCHANGED"]],
    [
      "name keys of the project",
      '{"id":9,"description":"x"}',
      [1, 9, "FAILED", "The project has no such key on the branch of the first one."]
    ],
    ["are JSON", "id: 1", [1, null, "FAILED", "The line is no valid JSON."]],
    ["are objects", "[1]", [1, null, "FAILED", "The line is no JSON object."]],
    ["have an id", '{"id":"1"}', [1, null, "FAILED", "`id` is missing, or is no id of a key."]],
    ["have texts", '{"id":1,"description":1}', [1, 1, "FAILED", "`description` is no text."]],
    [
      "have texts that fit",
      JSON.stringify({ id: 1, description: "x".repeat(2_001) }),
      [1, 1, "FAILED", "The description is longer than 2000 characters."]
    ],
    [
      "have texts that can be stored",
      String.raw`{"id":1,"description":"\ud800"}`,
      [1, 1, "FAILED", "The description holds U+0000 or half of a character."]
    ]
  ])("%s", (_, line, expected) => {
    assert.deepStrictEqual(plan(line), [expected])
  })

  it("overwrite when asked to", () => {
    assert.deepStrictEqual(plan('{"id":2,"description":"New"}', true), [[1, 2, "UPDATED"]])
  })

  it("count empty lines, and name a key once", () => {
    assert.deepStrictEqual(plan('\r\n{"id":1,"description":"a"}\r\n\n{"id":1,"description":"b"}\n'), [
      [2, 1, "UPDATED"],
      [4, 1, "FAILED", "Line 2 is about the same key."]
    ])
  })
})
