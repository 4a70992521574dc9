import { assert, describe, it } from "vitest"
import { spellingsOf, withCurrentCode, withFormerCode } from "./tag-spelling.ts"

describe("the spelling of a language tag", () => {
  it.each([
    ["he", "iw"],
    ["id-ID", "in-ID"],
    ["yi", "ji"],
    ["cs", "cs"],
    ["ida", "ida"],
    ["", ""]
  ])("%s has the former code %s, and the other way round", (current, former) => {
    assert.strictEqual(withFormerCode(current), former)
    assert.strictEqual(withCurrentCode(former), current)
  })

  it.each([
    ["de_DE", ["de_DE", "de-DE"]],
    ["pt-rBR", ["pt-rBR", "pt-BR"]],
    ["iw-rIL", ["iw-rIL", "iw-IL", "he-IL"]],
    ["es-r419", ["es-r419", "es-419"]],
    ["b+zh+Hant", ["b+zh+Hant", "zh-Hant"]],
    ["he", ["he", "iw"]],
    ["cs", ["cs"]]
  ])("%s is spelled %s", (tag, spellings) => {
    assert.deepStrictEqual(spellingsOf(tag), spellings)
  })
})
