import { assert, describe, it } from "vitest"
import { findLanguages, knownLanguage, registeredTag } from "./known-language.ts"

const tags = (text: string, shownIn = "en") => findLanguages(text, shownIn, 3).map(({ tag }) => tag)

describe("the search for a language", () => {
  it.each([
    ["a tag comes first", "cs", "cs"],
    ["so does the English name", "Czech", "cs"],
    ["and the name in the language itself, without its accents", "cestina", "cs"],
    ["a name in another script is found", "العربية", "ar"],
    ["a registered tag that no list offers is found", "de_lu", "de-LU"]
  ])("%s", (_, text, first) => {
    assert.strictEqual(tags(text)[0], first)
  })

  it("knows the names in the language of the console", () => {
    assert.strictEqual(tags("Tschechisch", "de")[0], "cs")
  })

  it("finds parts of names after their beginnings, and nothing for nothing", () => {
    assert.deepStrictEqual(tags("portu"), ["pt", "pt-BR", "pt-PT"])
    assert.deepStrictEqual([tags(""), tags("  "), tags("no such language")], [[], [], []])
  })
})

describe("a known language", () => {
  it("has its names and the flag of its region", () => {
    assert.deepStrictEqual(knownLanguage("cs", "de"), {
      tag: "cs",
      shownName: "Tschechisch",
      name: "Czech",
      originalName: "čeština",
      flagEmoji: "🇨🇿"
    })
    assert.strictEqual(knownLanguage("de-AT", "en").flagEmoji, "🇦🇹")
  })

  it("has no flag where it belongs to many regions, and its tag as its name where the tag is not registered", () => {
    assert.strictEqual(knownLanguage("es-419", "en").flagEmoji, "")
    assert.deepInclude(knownLanguage("xx_YY", "en"), { name: "xx_YY", originalName: "xx_YY", flagEmoji: "" })
  })
})

describe("a registered tag", () => {
  it("is written as standards write it; other texts are none", () => {
    assert.deepStrictEqual(["pt_br", "ZH-hans", "newEn", "strings", ""].map(registeredTag), [
      "pt-BR",
      "zh-Hans",
      "",
      "",
      ""
    ])
  })
})
