import { assert, describe, it } from "vitest"
import { chrf } from "./chrf.ts"
import { type EstimatedText, estimateQuality } from "./estimate-quality.ts"

const good: EstimatedText = {
  source: "Your order has been shipped",
  text: "Ihre Bestellung wurde verschickt",
  issues: [],
  backSimilarity: null
}

const warning = { severity: "WARNING", sentence: "Several spaces stand in a row." } as const
const error = { severity: "ERROR", sentence: "The number 5 of the base text is missing." } as const
const shorter = "The text is far shorter than the base text."
const longer = "The text is far longer than the base text."

describe("the estimated quality of a translation", () => {
  it.each<readonly [name: string, text: Partial<EstimatedText>, score: number, reasons: ReadonlyArray<string>]>([
    ["is 100 where nothing speaks against it", {}, 100, []],
    ["falls with a warning", { issues: [warning] }, 85, [warning.sentence]],
    [
      "falls more with an error, which is named first",
      { issues: [warning, error] },
      45,
      [error.sentence, warning.sentence]
    ],
    ["is never below 0", { issues: [error, error, error] }, 0, [error.sentence, error.sentence, error.sentence]],
    ["falls when the text is far shorter", { text: "Versandt" }, 75, [shorter]],
    ["falls when the text is far longer", { text: good.text.repeat(2) }, 75, [longer]],
    ["does not judge the length of a label", { source: "Log", text: "Protokollierung" }, 100, []],
    [
      "knows that ideographs are few",
      { source: "Your order has been shipped to you", text: "您的订单已经发货" },
      100,
      []
    ],
    [
      "knows that ideographs are few in the base text too",
      { source: "您的订单已发货", text: "Your order has been shipped" },
      100,
      []
    ],
    ["stays when the text comes back", { backSimilarity: 55 }, 100, []],
    [
      "falls when the text comes back as another one",
      { backSimilarity: 15 },
      50,
      ["Translated back, it has 15 of 100 points of similarity with the base text."]
    ],
    [
      "falls by degrees",
      { backSimilarity: 35 },
      75,
      ["Translated back, it has 35 of 100 points of similarity with the base text."]
    ]
  ])("%s", (_name, text, score, reasons) => {
    assert.deepEqual(estimateQuality({ ...good, ...text }), { score, reasons })
  })

  it("does not fall for a paraphrase that says the same", () => {
    const backSimilarity = chrf("Your order was shipped", good.source)
    assert.strictEqual(estimateQuality({ ...good, backSimilarity }).score, 100)
  })

  it("falls for a text that says something else", () => {
    const backSimilarity = chrf("The cat sleeps on a warm roof", good.source)
    assert.isBelow(estimateQuality({ ...good, backSimilarity }).score, 60)
  })
})
