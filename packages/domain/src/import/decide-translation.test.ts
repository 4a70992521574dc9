import { assert, describe, it } from "vitest"
import type { ErrorCode } from "../error/error-code.ts"
import { translationProtections, translationStates } from "../translation/translation.ts"
import {
  conflictTypeOf,
  type Decision,
  type DecisionFacts,
  decideResolution,
  decideTranslation,
  forceModes,
  isOverridable,
  overrideModes
} from "./decide-translation.ts"

describe("decide translation", () => {
  const existing = { text: "old", state: "TRANSLATED" } as const
  const reviewed = { text: "old", state: "REVIEWED" } as const
  const disabled = { text: null, state: "DISABLED" } as const
  const empty = { text: null, state: "UNTRANSLATED" } as const

  const facts: DecisionFacts = {
    existing,
    isSameText: false,
    isEmpty: false,
    importEmptyValues: false,
    resolution: null,
    forceMode: "NO_FORCE",
    overrideMode: "RECOMMENDED",
    protection: "NONE",
    mayChangeState: true
  }

  const protectedFacts = { ...facts, existing: reviewed, protection: "PROTECT_REVIEWED" } as const

  describe("the type of a conflict", () => {
    it.each([
      ["a translated text has none", existing, "PROTECT_REVIEWED", true, null],
      ["a reviewed text has none where nothing is protected", reviewed, "NONE", false, null],
      [
        "a protected reviewed text should not be edited",
        reviewed,
        "PROTECT_REVIEWED",
        true,
        "SHOULD_NOT_EDIT_REVIEWED"
      ],
      ["without the right to change states it cannot", reviewed, "PROTECT_REVIEWED", false, "CANNOT_EDIT_REVIEWED"],
      ["a disabled one cannot be edited", disabled, "NONE", true, "CANNOT_EDIT_DISABLED"],
      ["an empty one has none", empty, "PROTECT_REVIEWED", true, null]
    ] as const)("%s", (_, translation, protection, mayChangeState, type) => {
      assert.strictEqual(conflictTypeOf(translation, { protection, mayChangeState }), type)
    })

    it.each([
      [null, true],
      ["SHOULD_NOT_EDIT_REVIEWED", true],
      ["CANNOT_EDIT_REVIEWED", false],
      ["CANNOT_EDIT_DISABLED", false]
    ] as const)("%s: overridable is %s", (type, expected) => {
      assert.strictEqual(isOverridable(type), expected)
    })
  })

  describe("an imported text", () => {
    it.each([
      ["is written where there is no row", { existing: null }, { kind: "write" }],
      ["is written where there is no row, also with KEEP", { existing: null, forceMode: "KEEP" }, { kind: "write" }],
      ["changes nothing when it is the same", { isSameText: true }, { kind: "unchanged" }],
      ["changes nothing when both are nothing", { existing: null, isSameText: true }, { kind: "unchanged" }],
      ["waits for a decision", {}, { kind: "unresolved", conflictType: null }],
      ["is written over an empty text", { existing: empty }, { kind: "write" }],
      ["is written over an empty text, also with KEEP", { existing: empty, forceMode: "KEEP" }, { kind: "write" }],
      [
        "is written over an empty text where no conflict is expected",
        { existing: empty, forceMode: "EXPECT_NO_CONFLICT" },
        { kind: "write" }
      ],
      ["that is empty erases nothing", { isEmpty: true, forceMode: "OVERRIDE" }, { kind: "unchanged" }],
      ["that is empty is no conflict", { isEmpty: true, forceMode: "EXPECT_NO_CONFLICT" }, { kind: "unchanged" }],
      [
        "that is empty erases where the request says so",
        { isEmpty: true, importEmptyValues: true, forceMode: "OVERRIDE" },
        { kind: "write" }
      ],
      [
        "that is empty and may erase waits for a decision like any other",
        { isEmpty: true, importEmptyValues: true },
        { kind: "unresolved", conflictType: null }
      ],
      ["is left out with KEEP", { forceMode: "KEEP" }, { kind: "keep" }],
      ["is written with OVERRIDE", { forceMode: "OVERRIDE" }, { kind: "write" }],
      ["is not expected where the caller said so", { forceMode: "EXPECT_NO_CONFLICT" }, { kind: "unexpected" }],
      [
        "is written when a person decided so, also with KEEP",
        { forceMode: "KEEP", resolution: "override" },
        { kind: "write" }
      ],
      [
        "is left out when a person decided so, also with OVERRIDE",
        { forceMode: "OVERRIDE", resolution: "keep" },
        { kind: "keep" }
      ]
    ] as ReadonlyArray<[string, Partial<DecisionFacts>, unknown]>)("%s", (_, change, decision) => {
      assert.deepStrictEqual(decideTranslation({ ...facts, ...change }), decision as Decision)
    })

    it.each([
      ["OVERRIDE does not reach a protected one", { forceMode: "OVERRIDE" }, "SHOULD_NOT_EDIT_REVIEWED"],
      ["ALL does", { forceMode: "OVERRIDE", overrideMode: "ALL" }, null],
      [
        "ALL does not without the right",
        { forceMode: "OVERRIDE", overrideMode: "ALL", mayChangeState: false },
        "CANNOT_EDIT_REVIEWED"
      ],
      ["a person's decision does", { resolution: "override" }, null]
    ] as ReadonlyArray<[string, Partial<DecisionFacts>, string | null]>)(
      "over a reviewed text: %s",
      (_, change, type) => {
        const expected = type === null ? { kind: "write" } : { kind: "unresolved", conflictType: type }
        assert.deepStrictEqual(decideTranslation({ ...protectedFacts, ...change }), expected as Decision)
      }
    )

    it("is never written over a disabled one, whatever the decision", () => {
      for (const any of allFacts) {
        assert.notStrictEqual(decideTranslation({ ...any, existing: disabled }).kind, "write")
      }
    })

    it("is written over another text only by OVERRIDE or by a person", () => {
      for (const any of allFacts) {
        const isEmpty = any.existing === null || any.existing.text === null
        const isMeant = isEmpty || any.forceMode === "OVERRIDE" || any.resolution === "override"
        assert.isTrue(isMeant || decideTranslation(any).kind !== "write", JSON.stringify(any))
      }
    })

    it("that is empty changes nothing unless the request says so, whatever the decision", () => {
      for (const any of allFacts) {
        assert.deepStrictEqual(decideTranslation({ ...any, isEmpty: true }), { kind: "unchanged" })
      }
    })

    it("that is the same never waits and is never written", () => {
      for (const any of allFacts) {
        assert.deepStrictEqual(decideTranslation({ ...any, isSameText: true }), { kind: "unchanged" })
      }
    })
  })

  /** There are few enough of them to ask about each. */
  const allFacts: ReadonlyArray<DecisionFacts> = [
    null,
    ...translationStates.flatMap((state) => [
      { text: null, state },
      { text: "old", state }
    ])
  ].flatMap((translation) =>
    [true, false].flatMap((mayChangeState) =>
      ([null, "override", "keep"] as const).flatMap((resolution) =>
        [...forceModes, "EXPECT_NO_CONFLICT" as const].flatMap((forceMode) =>
          overrideModes.flatMap((overrideMode) =>
            translationProtections.map((protection) => ({
              existing: translation,
              isSameText: false,
              isEmpty: false,
              importEmptyValues: false,
              resolution,
              forceMode,
              overrideMode,
              protection,
              mayChangeState
            }))
          )
        )
      )
    )
  )
})

describe("decide resolution", () => {
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
      [
        "nothing is written into a disabled one",
        "FORCE_OVERRIDE",
        disabled,
        fails("cannot_modify_disabled_translation")
      ],
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
})
