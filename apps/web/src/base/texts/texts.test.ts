import { type MessageNode, parseMessage } from "@dragoman/formats/icu"
import { assert, describe, it } from "vitest"
import arActivities from "./activity/ar.json"
import csActivities from "./activity/cs.json"
import deActivities from "./activity/de.json"
import enActivities from "./activity/en.json"
import ar from "./ar.json"
import arChecks from "./check/ar.json"
import csChecks from "./check/cs.json"
import deChecks from "./check/de.json"
import enChecks from "./check/en.json"
import { languageOfBrowser } from "./console-language.ts"
import cs from "./cs.json"
import de from "./de.json"
import en from "./en.json"
import arErrors from "./error/ar.json"
import csErrors from "./error/cs.json"
import deErrors from "./error/de.json"
import enErrors from "./error/en.json"
import arFindings from "./finding/ar.json"
import csFindings from "./finding/cs.json"
import deFindings from "./finding/de.json"
import enFindings from "./finding/en.json"
import { argumentsOf } from "./format-message.ts"
import { directionOf } from "./text.ts"

type Texts = Readonly<Record<string, string>>

const sets: ReadonlyArray<readonly [name: string, language: string, own: Texts, english: Texts]> = [
  ["texts", "en", en, en],
  ["texts", "cs", cs, en],
  ["texts", "de", de, en],
  ["texts", "ar", ar, en],
  ["sentences about failures", "en", enErrors, enErrors],
  ["sentences about failures", "cs", csErrors, enErrors],
  ["sentences about failures", "de", deErrors, enErrors],
  ["sentences about failures", "ar", arErrors, enErrors],
  ["sentences about findings", "en", enFindings, enFindings],
  ["sentences about findings", "cs", csFindings, enFindings],
  ["sentences about findings", "de", deFindings, enFindings],
  ["sentences about findings", "ar", arFindings, enFindings],
  ["sentences about issues of texts", "en", enChecks, enChecks],
  ["sentences about issues of texts", "cs", csChecks, enChecks],
  ["sentences about issues of texts", "de", deChecks, enChecks],
  ["sentences about issues of texts", "ar", arChecks, enChecks],
  ["sentences about activities", "en", enActivities, enActivities],
  ["sentences about activities", "cs", csActivities, enActivities],
  ["sentences about activities", "de", deActivities, enActivities],
  ["sentences about activities", "ar", arActivities, enActivities]
]

const parsed = (message: string): ReadonlyArray<MessageNode> => {
  const result = parseMessage(message)
  if (result.kind === "error") throw new Error(`${message}: ${result.message}`)
  return result.nodes
}

describe.each(sets)("the %s in %s", (_, language, own, texts) => {
  it("have the keys of the English ones, in alphabetical order", () => {
    assert.deepStrictEqual(Object.keys(own), Object.keys(texts).sort())
  })

  it("have the arguments of the English ones", () => {
    for (const [key, message] of Object.entries(own)) {
      const english = texts[key] ?? ""
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

it("the German texts call people Sie", () => {
  const german = sets.filter(([, language]) => language === "de")
  for (const [, , own] of german) {
    for (const [key, message] of Object.entries(own)) assert.notMatch(message, /\b(?:du|dich|dir|dein\w*)\b/i, key)
  }
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
