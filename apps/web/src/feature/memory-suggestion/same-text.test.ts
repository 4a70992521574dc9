import { assert, describe, it } from "vitest"
import { takenTexts } from "./same-text.ts"

const languages = ["cs", "de", "ar"].map((tag, id) => ({
  id,
  tag,
  name: tag,
  originalName: tag,
  flagEmoji: null,
  base: false
}))

const otherOf = (
  keyName: string,
  translations: Readonly<Record<string, readonly [string, "TRANSLATED" | "REVIEWED"]>>
) => ({
  keyId: 1,
  keyName,
  keyNamespace: null,
  translations: Object.fromEntries(Object.entries(translations).map(([tag, [text, state]]) => [tag, { text, state }]))
})

describe("translations of keys with the same base text", () => {
  it.each([
    ["a language without a text takes one", {}, [otherOf("a", { cs: ["Molo", "TRANSLATED"] })], ["cs Molo a"]],
    [
      "a text that is there stays",
      { cs: { text: "Přístav", state: "TRANSLATED" } },
      [otherOf("a", { cs: ["Molo", "TRANSLATED"], de: ["Pier", "TRANSLATED"] })],
      ["de Pier a"]
    ],
    [
      "a disabled language takes none",
      { cs: { text: null, state: "DISABLED" } },
      [otherOf("a", { cs: ["Molo", "REVIEWED"] })],
      []
    ],
    [
      "a reviewed text comes before the first one",
      { cs: { text: "", state: "UNTRANSLATED" } },
      [otherOf("a", { cs: ["Molo", "TRANSLATED"] }), otherOf("b", { cs: ["Přístaviště", "REVIEWED"] })],
      ["cs Přístaviště b"]
    ]
  ] as const)("%s", (_, translations, others, expected) => {
    const taken = takenTexts(languages, translations, others)
    assert.deepStrictEqual(
      taken.map(({ language, text, keyName }) => `${language.tag} ${text} ${keyName}`),
      [...expected]
    )
  })
})
