import { assert, describe, it } from "vitest"
import { costOf, estimateTokens, noPrices, type TranslationPrices } from "./price.ts"
import { noUsage, type TranslationUsage } from "./translation-service.ts"

describe("the cost of a request", () => {
  it.each([
    ["nothing without prices", { characters: 1_000, inputTokens: 500 }, {}, 0],
    ["characters by the million", { characters: 1_500 }, { characters: 20 }, 30_000],
    [
      "tokens, those of the cache at their own price",
      { inputTokens: 1_000, cachedTokens: 400, outputTokens: 100 },
      { input: 2.5, cached: 0.25, output: 10 },
      2_600
    ],
    ["a part of a millionth as a whole one", { characters: 1 }, { characters: 0.1 }, 1],
    ["no millionth more by floating point", { inputTokens: 3 }, { input: 0.1 + 0.2 - 0.3 + 1 }, 3],
    [
      "never less because a provider tells more cached tokens than tokens",
      { inputTokens: 10, cachedTokens: 20 },
      { input: 1, cached: 1 },
      10
    ]
  ] satisfies ReadonlyArray<[string, Partial<TranslationUsage>, Partial<TranslationPrices>, number]>)(
    "is %s",
    (_, usage, prices, cost) => {
      assert.strictEqual(costOf({ ...noUsage, ...usage }, { ...noPrices, ...prices }), cost)
    }
  )

  it.each([
    ["", 0],
    ["four", 1],
    ["Save the changes", 4],
    ["変更を保存", 4]
  ])("is estimated for %j as %d tokens", (text, tokens) => {
    assert.strictEqual(estimateTokens(text), tokens)
  })
})
