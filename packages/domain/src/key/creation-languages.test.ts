import { assert, describe, it } from "vitest"
import type { AssignableState } from "../translation/translation.ts"
import { creationLanguages } from "./creation-languages.ts"

const [en, de] = [1, 2]

describe("creating a key", () => {
  it.each<[string, ReadonlyArray<[number, string | null]>, ReadonlyArray<[number, AssignableState]>, unknown]>([
    ["needs no language without texts", [], [], { translate: [], stateChange: [] }],
    [
      "needs the languages of its texts",
      [
        [en, "Hello"],
        [de, "Hallo"]
      ],
      [],
      { translate: [en, de], stateChange: [] }
    ],
    ["needs no language for an empty text", [[en, null]], [], { translate: [], stateChange: [] }],
    [
      "needs no right to states for TRANSLATED",
      [[en, "Hello"]],
      [[en, "TRANSLATED"]],
      { translate: [en], stateChange: [] }
    ],
    [
      "needs the right to states for REVIEWED",
      [[en, "Hello"]],
      [[en, "REVIEWED"]],
      { translate: [en], stateChange: [en] }
    ],
    [
      "needs it also for the state of an empty text",
      [[de, null]],
      [[de, "REVIEWED"]],
      { translate: [], stateChange: [de] }
    ]
  ])("%s", (_, texts, states, expected) => {
    assert.deepStrictEqual(creationLanguages(new Map(texts), new Map(states)), expected)
  })
})
