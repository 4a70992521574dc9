import { assert, describe, it } from "vitest"
import { namedValues } from "./prompt-variables.ts"

const text = (name: string, value: string | null) => ({
  name,
  value,
  description: null,
  type: "STRING" as const,
  props: []
})

describe("the variables of a prompt", () => {
  it("have the names of templates: objects are joined by dots", () => {
    const object = { value: null, description: null, type: "OBJECT" as const }
    const variables = [
      { ...object, name: "source", props: [text("translation", "Berths")] },
      { ...object, name: "other", props: [{ ...object, name: "de", props: [text("languageTag", "de")] }] },
      { ...text("intro", "You translate."), type: "FRAGMENT" as const },
      text("empty", null)
    ]
    assert.deepStrictEqual(
      namedValues(variables).map(({ name, value }) => [name, value]),
      [
        ["source.translation", "Berths"],
        ["other.de.languageTag", "de"],
        ["intro", "You translate."],
        ["empty", null]
      ]
    )
  })
})
