import ar from "./ar.json?url"
import cs from "./cs.json?url"
import de from "./de.json?url"
import en from "./en.json?url"

/** Languages of the console, each by its own name, with the address of its texts. */
export const consoleLanguages = {
  en: { name: "English", texts: en },
  cs: { name: "Čeština", texts: cs },
  de: { name: "Deutsch", texts: de },
  ar: { name: "العربية", texts: ar }
} as const

export type ConsoleLanguage = keyof typeof consoleLanguages

export const isConsoleLanguage = (language: string): language is ConsoleLanguage =>
  Object.hasOwn(consoleLanguages, language)

/** The first language of the browser that the console has. */
export const languageOfBrowser = (preferred: ReadonlyArray<string>): ConsoleLanguage =>
  preferred.map((tag) => tag.split("-")[0] ?? "").find(isConsoleLanguage) ?? "en"
