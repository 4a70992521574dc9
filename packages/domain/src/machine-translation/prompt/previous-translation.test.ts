import { assert, describe, it } from "vitest"
import { previousTranslation, type TextChange } from "./previous-translation.ts"

const text = (revisionId: number, old: string | null, now: string, state?: TextChange["state"]): TextChange => ({
  revisionId,
  text: { old, new: now },
  state
})
const state = (revisionId: number, old: string, now: string): TextChange => ({ revisionId, state: { old, new: now } })
const outdated = { text: "Uložit", outdated: true, state: "TRANSLATED" } as const

describe("the translation that was approved before the base text changed", () => {
  const approved = [state(3, "TRANSLATED", "REVIEWED"), text(2, null, "Uložit")]
  const base = [text(5, "Save it", "Save all"), text(4, "Save", "Save it"), text(1, null, "Save")]
  it.each([
    ["is told with the base text of its time", outdated, approved, base, "Save"],
    [
      "is told when the change took the review back",
      outdated,
      [state(4, "REVIEWED", "TRANSLATED"), text(2, null, "Uložit")],
      base,
      "Save"
    ],
    [
      "is told while it is still reviewed",
      { ...outdated, state: "REVIEWED" } as const,
      [text(2, null, "Uložit")],
      base,
      "Save"
    ],
    [
      "is told for texts without a history of their own",
      { ...outdated, state: "REVIEWED" } as const,
      [],
      base.slice(0, 2),
      "Save"
    ],
    [
      "has the base text of its last change",
      outdated,
      [text(4, "Ulož", "Uložit", { old: "REVIEWED", new: "REVIEWED" })],
      base,
      "Save it"
    ],
    ["is none when it was never approved", outdated, [text(2, null, "Uložit")], base, null],
    [
      "is none when only an earlier text was approved",
      outdated,
      [text(3, "Ulož", "Uložit", { old: "REVIEWED", new: "TRANSLATED" })],
      base,
      null
    ],
    ["is none when the base text did not change", { ...outdated, outdated: false }, approved, base, null],
    ["is none without a text", { ...outdated, text: null }, approved, base, null],
    ["is none when the base text was written later", outdated, approved, [text(4, null, "Save")], null],
    ["is none when no change of the base text is known", outdated, approved, [], null]
  ])("%s", (_, translation, history, baseHistory, source) => {
    assert.deepStrictEqual(
      previousTranslation(translation, history, baseHistory),
      source === null ? null : { source, target: "Uložit" }
    )
  })
})
