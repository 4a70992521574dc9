import { assert, describe, it } from "vitest"
import { chooseExactMatch, type ExactMatch } from "./exact-match.ts"

const asked = { id: 1, name: "save", namespace: "web", isPlural: false }

const match = (targetText: string, fields: Partial<ExactMatch> = {}): ExactMatch => ({
  keyId: 2,
  keyName: "other",
  namespace: null,
  isPlural: false,
  targetText,
  isReviewed: false,
  isOutdated: false,
  penalty: 0,
  id: 10,
  ...fields
})

const stored = match("stored", { keyId: null, keyName: "", isPlural: null, id: 99 })

describe("the exact match that fills a text", () => {
  it.each<[string, ReadonlyArray<ExactMatch>, string | null]>([
    ["is none without a match", [], null],
    ["is not the key itself", [match("own", { keyId: 1 })], null],
    ["is not outdated", [match("old", { isOutdated: true })], null],
    ["is no plural of a text without forms", [match("forms", { isPlural: true })], null],
    ["has no penalty", [match("far", { penalty: 1 })], null],
    ["is a stored entry, whatever the forms", [stored], "stored"],
    [
      "has the same name and namespace first",
      [match("near", { namespace: "web", isReviewed: true }), match("same", { namespace: "web", keyName: "save" })],
      "same"
    ],
    [
      "has the same namespace next",
      [match("reviewed", { isReviewed: true }), match("near", { namespace: "web" })],
      "near"
    ],
    ["is reviewed next", [match("new", { id: 11 }), match("reviewed", { isReviewed: true })], "reviewed"],
    ["is the most used next", [match("new", { id: 12 }), match("used"), match("used", { id: 11 })], "used"],
    ["is of a key rather than stored", [stored, match("live")], "live"],
    ["is the newest last", [match("new", { id: 11 }), match("old")], "new"]
  ])("%s", (_, matches, expected) => {
    assert.strictEqual(chooseExactMatch(asked, matches), expected)
  })
})
