import { assert, describe, it } from "vitest"
import { chrf } from "./chrf.ts"

describe("chrF", () => {
  // Figures are counted by hand, from precisions and recalls of each length.
  it.each<readonly [name: string, text: string, reference: string, expected: number]>([
    ["is 100 for equal texts", "Hello you", "Hello you", 100],
    ["is 0 for texts without a common character", "abc", "xyz", 0],
    ["is 0 for an empty text", "", "abc", 0],
    ["is 0 for white space", " \n", "abc", 0],
    ["ignores white space", "ab c", "a bc", 100],
    // Precision (2/2 + 1/1) / 2 = 1; recall (2/3 + 1/2) / 2 = 7/12; 5 · 7/12 / (4 + 7/12).
    ["counts what is missing", "ab", "abc", (100 * 5 * (7 / 12)) / (4 + 7 / 12)],
    // The same with precision and recall exchanged: 5 · 7/12 / (4 · 7/12 + 1).
    ["counts what is too much less", "abc", "ab", (100 * 5 * (7 / 12)) / ((4 * 7) / 12 + 1)],
    // 1-grams 3/4, 2-grams ab of 3, longer ones none of 2 and 1: precision and recall are (3/4 + 1/3) / 4.
    ["averages over all lengths", "abcd", "abxd", (100 * (3 / 4 + 1 / 3)) / 4],
    // 1-grams 1/3 and 1/1; longer ones are not in the reference.
    ["leaves out lengths that one of the texts has not", "aaa", "a", (100 * 5 * (1 / 3)) / (4 / 3 + 1)],
    // 1-grams: a twice of 3; 2-grams: aa once of 2; 3-grams none.
    ["counts a repeated n-gram as often as both have it", "aab", "aac", (100 * (2 / 3 + 1 / 2)) / 3],
    ["takes a character outside of the basic plane for one", "😀😁", "😀😂", (100 * (1 / 2)) / 2]
  ])("%s", (_name, text, reference, expected) => {
    assert.closeTo(chrf(text, reference), expected, 1e-9)
  })

  it("looks at no more than six characters", () => {
    // All n-grams up to 6 of the reference are in the text but those at the end.
    const expected = [7, 6, 5, 4, 3, 2].map((count) => count / (count + 1)).reduce((sum, share) => sum + share, 0) / 6
    assert.closeTo(chrf("abcdefgX", "abcdefgh"), 100 * expected, 1e-9)
  })
})
