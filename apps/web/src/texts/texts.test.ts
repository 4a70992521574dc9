import { type MessageNode, parseMessage } from "@dragoman/formats/icu"
import { assert, describe, it } from "vitest"
import ar from "./ar.json"
import { languageOfBrowser } from "./console-language.ts"
import cs from "./cs.json"
import de from "./de.json"
import en from "./en.json"
import { directionOf } from "./text.ts"

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, cs, de, ar }

const argumentsOf = (nodes: ReadonlyArray<MessageNode>): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    if (node.kind === "argument") return [node.name]
    return "options" in node ? [node.name, ...node.options.flatMap((option) => argumentsOf(option.nodes))] : []
  })

const parsed = (message: string): ReadonlyArray<MessageNode> => {
  const result = parseMessage(message)
  if (result.kind === "error") throw new Error(`${message}: ${result.message}`)
  return result.nodes
}

describe.each(Object.keys(texts))("the texts in %s", (language) => {
  const own = texts[language] ?? {}

  it("have the keys of the English ones, in alphabetical order", () => {
    assert.deepStrictEqual(Object.keys(own), Object.keys(en).sort())
  })

  it("have the arguments of the English ones", () => {
    for (const [key, message] of Object.entries(own)) {
      const english = (en as Readonly<Record<string, string>>)[key] ?? ""
      assert.deepStrictEqual(new Set(argumentsOf(parsed(message))), new Set(argumentsOf(parsed(english))), key)
    }
  })

  it("have every plural form of the language", () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, message] of Object.entries(own)) {
      for (const node of parsed(message)) {
        if (node.kind !== "plural") continue
        const selectors = node.options.map((option) => option.selector).filter((selector) => !selector.startsWith("="))
        assert.includeMembers([...selectors, "many"], categories, key)
      }
    }
  })
})

describe("the language of the console", () => {
  it("is the first of the browser that it has, without the region", () => {
    assert.strictEqual(languageOfBrowser(["tlh", "de-AT", "cs"]), "de")
    assert.strictEqual(languageOfBrowser(["tlh"]), "en")
  })

  it("has a direction by its script", () => {
    assert.deepStrictEqual(["ar", "he", "az-Arab", "en", "not a tag"].map(directionOf), [
      "rtl",
      "rtl",
      "rtl",
      "ltr",
      "ltr"
    ])
  })
})
