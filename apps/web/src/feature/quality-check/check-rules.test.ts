import { assert, describe, it } from "vitest"
import { readRules } from "./check-rules.ts"

const language = (id: number, tag: string) => ({ id, tag, name: tag, base: false })
const settings = { settings: { REPEATED_WORDS: "WARNING", ICU_SYNTAX: "WARNING" }, errorTypes: ["ICU_SYNTAX"] } as const
const noOwn = { customSettings: null, errorTypes: [], enabled: true } as const

const severitiesOf = (rules: Partial<Parameters<typeof readRules>[1][number]>) =>
  readRules(settings, [{ language: language(1, "cs"), ...noOwn, ...rules }]).languages[0]?.severities

describe("the severities of a language", () => {
  it("are those of the project, errors too", () => {
    assert.deepStrictEqual(severitiesOf({}), { REPEATED_WORDS: "WARNING", ICU_SYNTAX: "ERROR" })
  })

  it("are its own where it has some: an error becomes a warning again", () => {
    const own = { customSettings: { ICU_SYNTAX: "WARNING", REPEATED_WORDS: "WARNING" }, errorTypes: ["REPEATED_WORDS"] }
    assert.deepStrictEqual(severitiesOf(own as never), { REPEATED_WORDS: "ERROR", ICU_SYNTAX: "WARNING" })
  })

  it("are off where the language is not checked", () => {
    assert.deepStrictEqual(severitiesOf({ enabled: false }), { REPEATED_WORDS: "OFF", ICU_SYNTAX: "OFF" })
  })
})
