import { assert, describe, it } from "vitest"
import { computeStats, countWords, statePercentages } from "./project-stats.ts"

const english = { id: 1, base: true }
const german = { id: 2, base: false }

describe("stats of a project", () => {
  it("follow the worked example of the reference", () => {
    const stats = computeStats(
      4,
      [english, german],
      [
        { languageId: 1, state: "TRANSLATED", keys: 2, words: 4 },
        { languageId: 1, state: "REVIEWED", keys: 2, words: 3 },
        { languageId: 2, state: "TRANSLATED", keys: 1, words: 1 },
        { languageId: 2, state: "REVIEWED", keys: 1, words: 1 }
      ]
    )
    assert.strictEqual(stats.baseWordsCount, 7)
    const [base, other] = stats.languages
    assert.closeTo(base?.translatedPercentage ?? 0, 57.142, 0.001)
    assert.closeTo(base?.reviewedPercentage ?? 0, 42.857, 0.001)
    assert.closeTo(other?.translatedPercentage ?? 0, 14.2857, 0.0001)
    assert.closeTo(other?.untranslatedPercentage ?? 0, 71.428, 0.001)
    assert.deepStrictEqual([other?.untranslatedWordCount, other?.untranslatedKeyCount], [5, 2])
    assert.closeTo(stats.translatedPercentage, 14.2857, 0.0001)
    assert.closeTo(stats.reviewedPercentage, 14.2857, 0.0001)
  })

  it("of a base language alone are its own", () => {
    const stats = computeStats(1, [english], [{ languageId: 1, state: "REVIEWED", keys: 1, words: 2 }])
    assert.deepStrictEqual([stats.translatedPercentage, stats.reviewedPercentage], [0, 100])
  })

  it("without words are 0, never something that is no number", () => {
    const stats = computeStats(3, [english, german], [])
    assert.notInclude(JSON.stringify(stats), "null")
    assert.deepStrictEqual([stats.translatedPercentage, stats.languages[1]?.untranslatedPercentage], [0, 0])
    assert.strictEqual(stats.languages[1]?.untranslatedKeyCount, 3)
  })
})

describe("words of a text", () => {
  it.each([
    ["", 0],
    ["Save", 1],
    ["Save  the file ", 3],
    ["Don't panic!", 2],
    ["well-known", 2],
    ["Hello, world. (Twice)", 3],
    ["3.14 apples", 2],
    ["příliš žluťoučký kůň", 3],
    ["你好世界", 2],
    ["… — !", 0],
    ["a\nb\tc", 3]
  ])("%j has %d", (text, count) => {
    assert.strictEqual(countWords(text), count)
  })

  it("are the same with and without the word break for plain letters", () => {
    for (const text of ["a b", " ab  cd ", "x"]) assert.strictEqual(countWords(text), countWords(`${text}\n`))
  })
})

describe("shares of the texts of a project", () => {
  it.each([
    ["are 0 without keys", [0, 2, 0, 0], [100, 0, 0]],
    ["are 0 without languages", [5, 0, 0, 0], [100, 0, 0]],
    ["count each key in each language", [4, 2, 3, 1], [50, 37.5, 12.5]],
    ["have three decimals, and the rest two", [3, 1, 1, 1], [33.33, 33.333, 33.333]],
    ["are whole when all is done", [3, 2, 0, 6], [0, 0, 100]]
  ] as const)("%s", (_, [keyCount, languageCount, translated, reviewed], expected) => {
    const { UNTRANSLATED, TRANSLATED, REVIEWED } = statePercentages({ keyCount, languageCount, translated, reviewed })
    assert.deepStrictEqual([UNTRANSLATED, TRANSLATED, REVIEWED], [...expected])
  })
})
