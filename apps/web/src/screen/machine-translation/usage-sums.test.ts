import { assert, describe, it } from "vitest"
import type { Usage } from "./spending-queries.ts"
import { usageByDay, usageByService } from "./usage-sums.ts"

const none = { requests: 0, characters: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 }
const deepl = (day: string, requests: number, cost: number): Usage => ({
  ...none,
  day,
  service: "DEEPL",
  provider: null,
  requests,
  characters: requests * 10,
  cost
})
const model = (day: string, provider: string, cost: number): Usage => ({
  ...none,
  day,
  service: "PROMPT",
  provider,
  requests: 1,
  inputTokens: 100,
  cachedTokens: 40,
  outputTokens: 20,
  cost
})

describe("the usage of machine translation", () => {
  it("is added up for each service and each provider of language models, the dearest first", () => {
    const usages = [
      deepl("2026-08-01", 2, 0.25),
      model("2026-08-01", "local", 0),
      deepl("2026-08-03", 3, 0.5),
      model("2026-08-03", "cloud", 2),
      model("2026-08-03", "local", 0)
    ]
    assert.deepStrictEqual(
      usageByService(usages).map(({ service, provider, requests, characters, inputTokens, cachedTokens, cost }) => [
        service,
        provider,
        requests,
        characters,
        inputTokens,
        cachedTokens,
        cost
      ]),
      [
        ["PROMPT", "cloud", 1, 0, 100, 40, 2],
        ["DEEPL", null, 5, 50, 0, 0, 0.75],
        ["PROMPT", "local", 2, 0, 200, 80, 0]
      ]
    )
  })

  it("has every day of the month until today", () => {
    const usages = [deepl("2026-08-02", 2, 0.25), model("2026-08-02", "local", 0.5)]
    assert.deepStrictEqual(usageByDay(usages, "2026-08-03"), [
      { day: "2026-08-01", requests: 0, cost: 0 },
      { day: "2026-08-02", requests: 3, cost: 0.75 },
      { day: "2026-08-03", requests: 0, cost: 0 }
    ])
  })
})
