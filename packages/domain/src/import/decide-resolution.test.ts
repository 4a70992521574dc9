import { assert, describe, it } from "vitest"
import type { ErrorCode } from "../error/error-code.ts"
import { decideResolution } from "./decide-resolution.ts"

const text = { text: "old", state: "TRANSLATED" } as const
const empty = { text: null, state: "UNTRANSLATED" } as const
const disabled = { text: null, state: "DISABLED" } as const

const someText = { isEmpty: false, importEmptyValues: false }

const fails = (code: ErrorCode) => ({ kind: "error", code }) as const

describe("the resolution of a text", () => {
  it.each([
    ["NEW creates", "NEW", null, { kind: "write" }],
    ["NEW fills an empty row", "NEW", empty, { kind: "write" }],
    ["NEW fails on a text", "NEW", text, fails("translation_exists")],
    ["KEEP keeps", "KEEP", text, { kind: "keep" }],
    ["KEEP wants a text", "KEEP", empty, fails("translation_not_found")],
    ["KEEP wants a row", "KEEP", null, fails("translation_not_found")],
    ["OVERRIDE overrides", "OVERRIDE", text, { kind: "write" }],
    ["OVERRIDE wants a text", "OVERRIDE", empty, fails("translation_not_found")],
    ["FORCE_OVERRIDE overrides", "FORCE_OVERRIDE", text, { kind: "write" }],
    ["FORCE_OVERRIDE creates", "FORCE_OVERRIDE", null, { kind: "write" }],
    ["nothing is written into a disabled one", "FORCE_OVERRIDE", disabled, fails("cannot_modify_disabled_translation")],
    ["nothing new either", "NEW", disabled, fails("cannot_modify_disabled_translation")]
  ] as const)("%s", (_, resolution, existing, decision) => {
    assert.deepStrictEqual(decideResolution(resolution, existing, someText), decision)
  })

  it.each([
    ["an empty value erases nothing", "OVERRIDE", false, { kind: "keep" }],
    ["not by force either", "FORCE_OVERRIDE", false, { kind: "keep" }],
    ["it does where the request says so", "OVERRIDE", true, { kind: "write" }],
    ["an expectation that does not hold is an error", "NEW", false, fails("translation_exists")]
  ] as const)("%s", (_, resolution, importEmptyValues, decision) => {
    assert.deepStrictEqual(decideResolution(resolution, text, { isEmpty: true, importEmptyValues }), decision)
  })
})
