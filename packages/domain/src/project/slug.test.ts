import { assert, describe, it } from "vitest"
import { slugCandidates, slugCandidatesMax, slugLimits, slugPattern } from "./slug.ts"

/** The slug that a name gets when some are taken. */
const chooseSlug = (name: string, taken: ReadonlyArray<string> = [], limits = slugLimits) =>
  slugCandidates(name, 0, 50, limits).find((candidate) => !taken.includes(candidate))

const unusualNames = [
  "",
  "-",
  "x",
  "9",
  "99999",
  "Ünïcödé",
  "a-".repeat(50),
  "1".repeat(100),
  "🇨🇿",
  "A1 B2 C3",
  "--a--"
]

describe("slug", () => {
  it.each([
    ["Hello world", [], "hello-world"],
    ["Hello world", ["hello-world"], "hello-world1"],
    ["Hello world", ["hello-world", "hello-world1"], "hello-world2"],
    ["user-2's organization 1", [], "user-2-s-organization-1"],
    ["Toto je český žlutý koníček", [], "toto-je-cesky-zluty-konicek"],
    ["+--%%\\---normál\\|____!!", [], "normal"],
    ["Łódź", [], "lodz"],
    ["İstanbul", [], "istanbul"],
    ["Ab", [], "ab1"],
    ["2026", [], "2026a"],
    ["2026", ["2026a"], "2026a1"],
    ["翻訳", [], "a10"],
    ["a".repeat(70), [], "a".repeat(60)],
    ["a".repeat(70), ["a".repeat(60)], `${"a".repeat(59)}1`],
    ["1".repeat(70), [], `${"1".repeat(55)}a`]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<string>, string]>)(
    "of %j, with %j taken, is %s",
    (name, taken, slug) => {
      assert.strictEqual(chooseSlug(name, taken), slug)
    }
  )

  it("of an empty name, 3 to 10 long, is a10", () => {
    assert.strictEqual(chooseSlug("", [], { minimum: 3, maximum: 10 }), "a10")
  })

  it.each(unusualNames)("of %j: every candidate is valid and occurs once", (name) => {
    const candidates = slugCandidates(name, 0, slugCandidatesMax)
    assert.strictEqual(new Set(candidates).size, slugCandidatesMax)
    for (const candidate of candidates) {
      assert.match(candidate, slugPattern)
      assert.isTrue(candidate.length >= slugLimits.minimum && candidate.length <= slugLimits.maximum)
    }
  })

  it.each(unusualNames)("of %j: looks behind one another see each candidate once, and end", (name) => {
    const all = slugCandidates(name, 0, slugCandidatesMax)
    assert.deepStrictEqual([...slugCandidates(name, 0, 20), ...slugCandidates(name, 20, 200)], all.slice(0, 220))
    assert.deepStrictEqual(slugCandidates(name, 4990, 100), all.slice(4990))
    assert.deepStrictEqual(slugCandidates(name, slugCandidatesMax, 100), [])
  })
})
