import { createContext, useContext } from "react"
import en from "./en.json"
import { formatMessage, type TextArguments } from "./format-message.ts"

export type TextKey = keyof typeof en

/** Texts by key; English has every key, the others the same ones (a test says so). */
type Texts = Readonly<Record<TextKey, string>>

/** Languages of the console, each by its own name. English is in the bundle, the others are chunks of their own. */
export const consoleLanguages = {
  en: { name: "English", load: async (): Promise<Texts> => en },
  cs: { name: "Čeština", load: async (): Promise<Texts> => (await import("./cs.json")).default },
  de: { name: "Deutsch", load: async (): Promise<Texts> => (await import("./de.json")).default },
  ar: { name: "العربية", load: async (): Promise<Texts> => (await import("./ar.json")).default }
} as const

export type ConsoleLanguage = keyof typeof consoleLanguages

/** Formats a text of the console in its language. */
export interface Text {
  (key: TextKey, args?: TextArguments): string
  readonly language: ConsoleLanguage
}

export const makeText = (language: ConsoleLanguage, texts: Texts): Text =>
  Object.assign((key: TextKey, args?: TextArguments) => formatMessage(texts[key], language, args), { language })

const TextContext = createContext<Text>(makeText("en", en))

export const TextProvider = TextContext.Provider

/** `const t = useText()`, then `t("projects.title")`. */
export const useText = (): Text => useContext(TextContext)

/** The first language of the browser that the console has. */
export const languageOfBrowser = (preferred: ReadonlyArray<string>): ConsoleLanguage => {
  for (const tag of preferred) {
    const language = tag.split("-")[0] ?? ""
    if (Object.hasOwn(consoleLanguages, language)) return language as ConsoleLanguage
  }
  return "en"
}

const rightToLeftScripts = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"])

/** Direction of a language by its script, never by the first letter of a text. Unknown tags are left-to-right. */
export const directionOf = (languageTag: string): "ltr" | "rtl" => {
  try {
    return rightToLeftScripts.has(new Intl.Locale(languageTag).maximize().script ?? "") ? "rtl" : "ltr"
  } catch {
    return "ltr"
  }
}

/** The name of a language in the language of the console; the tag itself when it is not a registered one. */
export const languageName = (languageTag: string, shownIn: string): string => {
  try {
    return new Intl.DisplayNames(shownIn, { type: "language" }).of(languageTag) ?? languageTag
  } catch {
    return languageTag
  }
}
