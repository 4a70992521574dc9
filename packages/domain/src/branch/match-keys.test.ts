import { assert, describe, it } from "vitest"
import type { KeyVersion } from "./key-version.ts"
import { type MatchedKey, matchKeys, namesToMatch, type TargetKey, type TouchedKey } from "./match-keys.ts"

const named = (name: string, namespace: string | null = null): KeyVersion => ({
  name,
  namespace,
  isPlural: false,
  pluralArgumentName: null,
  maxCharLimit: null,
  description: null,
  customValues: null,
  tags: [],
  screenshotIds: [],
  texts: {}
})

const [a, b, c] = [named("a"), named("b"), named("c")]

const longer: KeyVersion = { ...a, description: "New" }

const touched = (
  id: number,
  base: KeyVersion | null,
  current: KeyVersion | null,
  originId: number | null = null
): TouchedKey => ({
  id,
  originId,
  base,
  current
})
const inTarget = (id: number, current: KeyVersion, isCopied = true): TargetKey => ({ id, isCopied, current })
const matched = (
  sourceKeyId: number | null,
  targetKeyId: number | null,
  base: KeyVersion | null,
  source: KeyVersion | null,
  target: KeyVersion | null
): MatchedKey => ({ sourceKeyId, targetKeyId, versions: { base, source, target } })

describe("keys of two branches", () => {
  it.each<[string, ReadonlyArray<TouchedKey>, ReadonlyArray<TargetKey>, ReadonlyArray<MatchedKey>]>([
    [
      "a copy goes with its origin, whatever their names",
      [touched(11, a, b, 1)],
      [inTarget(1, c)],
      [matched(11, 1, a, b, c)]
    ],
    [
      "a deleted copy goes with its origin",
      [touched(11, a, null, 1)],
      [inTarget(1, a)],
      [matched(null, 1, a, null, a)]
    ],
    [
      "a copy goes with the key that was created again",
      [touched(11, a, b, 1)],
      [inTarget(2, a, false)],
      [matched(11, 2, a, b, a)]
    ],
    [
      "a copy does not go with another key that got its name",
      [touched(11, a, b, 1)],
      [inTarget(2, a)],
      [matched(11, null, a, b, null)]
    ],
    [
      "a new key goes with the key of its name",
      [touched(20, null, a)],
      [inTarget(2, a, false)],
      [matched(20, 2, null, a, a)]
    ],
    [
      "a new key goes with none of another namespace",
      [touched(20, null, a)],
      [inTarget(2, named("a", "x"))],
      [matched(20, null, null, a, null)]
    ],
    [
      "a key that was created again goes on as the deleted one",
      [touched(11, a, null, 1), touched(20, null, longer)],
      [inTarget(1, a)],
      [matched(20, 1, a, longer, a)]
    ],
    [
      "a new key with the old name of a renamed one is new",
      [touched(11, a, b, 1), touched(20, null, a)],
      [inTarget(1, a)],
      [matched(11, 1, a, b, a), matched(20, null, null, a, null)]
    ],
    [
      "keys that exchange their names stay what they are",
      [touched(11, a, b, 1), touched(12, b, a, 2)],
      [inTarget(1, a), inTarget(2, b)],
      [matched(11, 1, a, b, a), matched(12, 2, b, a, b)]
    ],
    ["a key that is as in the base again is none", [touched(11, a, { ...a }, 1)], [inTarget(1, b)], []],
    ["a key that came and went is none", [touched(20, null, null)], [inTarget(2, a)], []]
  ])("%s", (_, source, target, expected) => {
    assert.deepStrictEqual(matchKeys(source, target), expected)
  })

  it("are looked up by their names in the base, and new ones by their own", () => {
    assert.deepStrictEqual(
      namesToMatch([touched(11, a, b, 1), touched(20, null, c), touched(12, a, null, 2), touched(21, null, null)]),
      [
        { namespace: null, name: "a" },
        { namespace: null, name: "c" }
      ]
    )
  })
})
