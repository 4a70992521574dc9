import { assert, describe, it } from "vitest"
import { type Translation, untranslated } from "../translation/translation.ts"
import { dryRunKeysMax, type PlannedTextFacts, planAutomaticText, validateDryRun } from "./plan-automatic-text.ts"

const both = { usesMemory: true, usesMachine: true, followsBase: true }
const memory = { ...both, usesMachine: false }
const machine = { ...both, usesMemory: false }
const written: Translation = { ...untranslated, text: "Text", state: "TRANSLATED" }
const outdated: Translation = { ...written, auto: true, outdated: true }

const facts: PlannedTextFacts = {
  setting: both,
  baseText: "Text",
  before: untranslated,
  hasExactMatch: false,
  similar: null,
  service: "DEEPL"
}

describe("a text that is filled automatically", () => {
  it.each([
    ["comes from an exact match first", { hasExactMatch: true, similar: 90 }, ["MEMORY", 100, null]],
    ["comes from a similar text before a machine", { similar: 90 }, ["MEMORY", 90, null]],
    ["comes from a machine when the memory has none", {}, ["MACHINE", null, null]],
    ["comes from a machine when its match is damaged", { similar: "DAMAGED" }, ["MACHINE", null, null]],
    [
      "is no match of the memory for a machine alone",
      { setting: machine, hasExactMatch: true },
      ["MACHINE", null, null]
    ],
    ["replaces an outdated automatic text", { before: outdated }, ["MACHINE", null, null]]
  ] as const satisfies ReadonlyArray<readonly [string, Partial<PlannedTextFacts>, unknown]>)(
    "%s",
    (_, changes, expected) => {
      const { source, similarity, reason } = planAutomaticText({ ...facts, ...changes })
      assert.deepStrictEqual([source, similarity, reason], [...expected])
    }
  )

  it.each([
    ["NO_RULE", { setting: { ...both, usesMemory: false, usesMachine: false }, hasExactMatch: true }],
    ["NO_BASE_TEXT", { baseText: " ", hasExactMatch: true }],
    ["DISABLED", { before: { ...untranslated, state: "DISABLED" }, hasExactMatch: true }],
    ["HAS_TEXT", { before: written, hasExactMatch: true }],
    ["HAS_TEXT", { before: { ...outdated, state: "REVIEWED" } }],
    ["HAS_TEXT", { before: outdated, setting: { ...both, followsBase: false } }],
    ["NO_MATCH", { setting: memory }],
    ["DAMAGED_MATCH", { setting: memory, similar: "DAMAGED" }],
    ["NO_SERVICE", { service: null }]
  ] as const satisfies ReadonlyArray<readonly [string, Partial<PlannedTextFacts>]>)(
    "stays as it is: %s",
    (reason, changes) => {
      assert.deepStrictEqual(planAutomaticText({ ...facts, ...changes }), { source: "NONE", similarity: null, reason })
    }
  )
})

describe("the selection of a dry run", () => {
  it("names each key and language once", () => {
    const value = { keyIds: [1, 2], languageIds: [3] }
    assert.deepStrictEqual(validateDryRun({ keyIds: [1, 2, 1], languageIds: [3, 3] }), { ok: true, value })
  })

  it("is the default one without a body", () => {
    assert.deepStrictEqual(validateDryRun({}), { ok: true, value: { keyIds: null, languageIds: null } })
  })

  it.each([
    ["no key", { keyIds: [] }],
    ["too many keys", { keyIds: Array.from({ length: dryRunKeysMax + 1 }, (_, id) => id) }],
    ["no language", { languageIds: [] }]
  ])("rejects %s", (_, input) => {
    assert.isFalse(validateDryRun(input).ok)
  })
})
