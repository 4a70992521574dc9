import { assert, describe, it } from "vitest"
import type { ErrorCode } from "../error/error-code.ts"
import { decideResolution } from "./decide-resolution.ts"

const text = { text: "old", state: "TRANSLATED" } as const
const empty = { text: null, state: "UNTRANSLATED" } as const
const disabled = { text: null, state: "DISABLED" } as const

const someText = { isEmpty: false, importEmptyValues: false }

const refused = (code: ErrorCode) => ({ kind: "refused", code }) as const

describe("the resolution of a text", () => {
  it.each([
    ["NEW creates", "NEW", null, { kind: "write" }],
    ["NEW fills an empty row", "NEW", empty, { kind: "write" }],
    ["NEW refuses a text", "NEW", text, refused("translation_exists")],
    ["KEEP keeps", "KEEP", text, { kind: "keep" }],
    ["KEEP wants a text", "KEEP", empty, refused("translation_not_found")],
    ["KEEP wants a row", "KEEP", null, refused("translation_not_found")],
    ["OVERRIDE overrides", "OVERRIDE", text, { kind: "write" }],
    ["OVERRIDE wants a text", "OVERRIDE", empty, refused("translation_not_found")],
    ["FORCE_OVERRIDE overrides", "FORCE_OVERRIDE", text, { kind: "write" }],
    ["FORCE_OVERRIDE creates", "FORCE_OVERRIDE", null, { kind: "write" }],
    [
      "nothing is written into a disabled one",
      "FORCE_OVERRIDE",
      disabled,
      refused("cannot_modify_disabled_translation")
    ],
    ["nothing new either", "NEW", disabled, refused("cannot_modify_disabled_translation")]
  ] as const)("%s", (_, resolution, existing, decision) => {
    assert.deepStrictEqual(decideResolution(resolution, existing, someText), decision)
  })

  it.each([
    ["an empty value erases nothing", "OVERRIDE", false, { kind: "keep" }],
    ["not by force either", "FORCE_OVERRIDE", false, { kind: "keep" }],
    ["it does where the request says so", "OVERRIDE", true, { kind: "write" }],
    ["an expectation of it that fails is told", "NEW", false, refused("translation_exists")]
  ] as const)("%s", (_, resolution, importEmptyValues, decision) => {
    assert.deepStrictEqual(decideResolution(resolution, text, { isEmpty: true, importEmptyValues }), decision)
  })
})
