import type { LanguageModel, ListedTranslationModel } from "../../base/api/contract.ts"
import type { KeyWithSameText } from "./suggestion-queries.ts"

/** A translation that another key with the same base text has. */
export interface TakenText {
  readonly language: LanguageModel
  readonly text: string
  readonly keyName: string
}

/**
 * The translations that a key can take from keys with the same base text: one for each language in which it has no text, a
 * reviewed one first. `others` are in the order of preference.
 */
export const takenTexts = (
  languages: ReadonlyArray<LanguageModel>,
  translations: Readonly<Record<string, Pick<ListedTranslationModel, "text" | "state">>>,
  others: ReadonlyArray<KeyWithSameText>
): ReadonlyArray<TakenText> =>
  languages.flatMap((language) => {
    const own = translations[language.tag]
    if (own?.state === "DISABLED" || (own?.text ?? "") !== "") return []
    const offered = others.flatMap(({ keyName, translations: texts }) => {
      const translation = texts[language.tag]
      return translation === undefined ? [] : [{ keyName, ...translation }]
    })
    const [found] = [...offered.filter(({ state }) => state === "REVIEWED"), ...offered]
    return found === undefined ? [] : [{ language, text: found.text, keyName: found.keyName }]
  })
