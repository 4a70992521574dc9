import { createContext, useContext } from "react"
import type { ConsoleLanguage } from "./console-language.ts"
import { formatMessage, type TextArguments } from "./format-message.ts"
import type { TextKey, Texts } from "./load-texts.ts"
import { remembered } from "./remembered.ts"

export type { TextKey } from "./load-texts.ts"

/** Formats a text of the console in its language. */
export interface Text {
  (key: TextKey, args?: TextArguments): string
  readonly language: ConsoleLanguage
}

export const makeText = (language: ConsoleLanguage, texts: Texts): Text =>
  Object.assign((key: TextKey, args?: TextArguments) => formatMessage(texts[key], language, args), { language })

const TextContext = createContext<Text | null>(null)

export const TextProvider = TextContext.Provider

/** `const t = useText()`, then `t("projects.title")`. */
export const useText = (): Text => {
  const text = useContext(TextContext)
  if (text === null) throw new Error("A component is shown before the texts are there.")
  return text
}

const rightToLeftScripts = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"])

/** Direction of a language by its script, never by the first letter of a text. Unknown tags are left-to-right. */
export const directionOf = remembered((languageTag): "ltr" | "rtl" => {
  try {
    return rightToLeftScripts.has(new Intl.Locale(languageTag).maximize().script ?? "") ? "rtl" : "ltr"
  } catch {
    return "ltr"
  }
})

const namesIn = remembered((shownIn) => {
  const names = new Intl.DisplayNames(shownIn, { type: "language" })
  return remembered((languageTag) => {
    try {
      return names.of(languageTag) ?? languageTag
    } catch {
      return languageTag
    }
  })
})

/** The name of a language in the language of the console; the tag itself when it is not a registered one. */
export const languageName = (languageTag: string, shownIn: string): string => {
  try {
    return namesIn(shownIn)(languageTag)
  } catch {
    return languageTag
  }
}
