import { assert, describe, it } from "vitest"
import { firstFreeSlug, generateSlug, slugCandidates, slugLength, slugPattern } from "./slug.ts"

const takenAmong = (taken: ReadonlyArray<string>) => (candidates: ReadonlyArray<string>) =>
  new Set(candidates.filter((candidate) => taken.includes(candidate)))
const nothingTaken = takenAmong([])

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
    ["1".repeat(70), [], `${"1".repeat(59)}a`]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<string>, string]>)(
    "of %j, when %j is taken, is %s",
    (name, taken, slug) => {
      assert.strictEqual(generateSlug(name, takenAmong(taken)), slug)
    }
  )

  it("of an empty name, 3 to 10 long, is a10", () => {
    assert.strictEqual(generateSlug("", nothingTaken, { length: { minimum: 3, maximum: 10 } }), "a10")
  })

  it("the old slug counts as free", () => {
    assert.strictEqual(generateSlug("Acme", takenAmong(["acme"]), { oldSlug: "acme" }), "acme")
  })

  it("is not found when every candidate is taken", () => {
    assert.isNull(generateSlug("Acme", (candidates) => new Set(candidates)))
  })

  it("asks once when the name is free, and for many candidates at once when it is not", () => {
    const asked: Array<number> = []
    generateSlug("Acme", (candidates) => {
      asked.push(candidates.length)
      return new Set(asked.length < 3 ? candidates : [])
    })
    assert.strictEqual(asked.length, 3)
    assert.isTrue(asked.every((count) => count >= 20))
  })

  it("a batch gives its first free candidate", () => {
    assert.strictEqual(firstFreeSlug(["a1", "a2", "a3"], new Set(["a1"])), "a2")
    assert.isNull(firstFreeSlug(["a1"], new Set(["a1"])))
  })

  it("every candidate of every name is a valid slug and occurs once", () => {
    const names = ["", "-", "x", "9", "99999", "Ünïcödé", "a-".repeat(50), "1".repeat(100), "🇨🇿", "A1 B2 C3", "--a--"]
    for (const name of names) {
      const candidates = slugCandidates(name).flat()
      assert.isAbove(candidates.length, 1000)
      assert.strictEqual(new Set(candidates).size, candidates.length)
      for (const candidate of candidates) {
        assert.match(candidate, slugPattern)
        assert.isTrue(candidate.length >= slugLength.minimum && candidate.length <= slugLength.maximum)
      }
    }
  })
})
