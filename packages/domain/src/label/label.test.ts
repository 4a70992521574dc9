import { assert, describe, it } from "vitest"
import { fieldErrors } from "../error/domain-error.ts"
import { type LabelInput, validateLabel } from "./label.ts"

describe("labels", () => {
  const good = { name: "Legal", color: "#AA00FF", description: "Approved by lawyers" }

  it.each<readonly [string, LabelInput, object]>([
    ["as they are", {}, good],
    ["without space around the name", { name: " Legal\n" }, good],
    ["with colours in upper case", { color: "#aa00ff" }, good],
    ["without a description", { description: undefined }, { ...good, description: null }]
  ])("are stored %s", (_, change, value) => {
    assert.deepStrictEqual(validateLabel({ ...good, ...change }), { ok: true, value } as never)
  })

  it.each<readonly [string, LabelInput, Readonly<Record<string, string>>]>([
    ["nothing", { name: null, color: null }, { name: "must not be blank", color: "hex color required" }],
    ["a blank name", { name: " " }, { name: "must not be blank" }],
    ["a long name", { name: "x".repeat(101) }, { name: "size must be between 0 and 100" }],
    ["a colour by name", { color: "red" }, { color: "hex color required" }],
    ["a short colour", { color: "#ABC" }, { color: "hex color required" }],
    ["a line after the colour", { color: "#AA00FF\n" }, { color: "hex color required" }],
    ["a long description", { description: "x".repeat(2001) }, { description: "size must be between 0 and 2000" }]
  ])("are rejected with %s", (_, change, messages) => {
    assert.deepStrictEqual(validateLabel({ ...good, ...change }), { ok: false, error: fieldErrors(messages) })
  })
})
