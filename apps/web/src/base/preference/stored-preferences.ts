import { type ConsoleLanguage, isConsoleLanguage, languageOfBrowser } from "../texts/console-language.ts"

/** How the console looks in this browser. */
export interface Preferences {
  readonly theme: "system" | "light" | "dark"
  readonly density: "comfortable" | "compact"
  readonly language: ConsoleLanguage
  /** Shortcuts of a single key, which some input devices press by mistake (WCAG 2.1.4). */
  readonly singleKeys: boolean
  /** Services of machine translation are asked as soon as a text is open, which costs money. */
  readonly asksMachines: boolean
}

const storageName = "dragoman.preferences"

export const readPreferences = (): Preferences => {
  const stored = parse(localStorage.getItem(storageName))
  const language = String(stored["language"])
  return {
    theme: stored["theme"] === "light" || stored["theme"] === "dark" ? stored["theme"] : "system",
    density: stored["density"] === "compact" ? "compact" : "comfortable",
    language: isConsoleLanguage(language) ? language : languageOfBrowser(navigator.languages),
    singleKeys: stored["singleKeys"] !== false,
    asksMachines: stored["asksMachines"] === true
  }
}

export const writePreferences = (preferences: Preferences): void =>
  localStorage.setItem(storageName, JSON.stringify(preferences))

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text ?? "{}") ?? {}
  } catch {
    return {}
  }
}
