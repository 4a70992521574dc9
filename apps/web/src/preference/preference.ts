import { useSyncExternalStore } from "react"
import { type ConsoleLanguage, consoleLanguages, languageOfBrowser } from "../texts/text.ts"

/** How the console looks in this browser. */
export interface Preferences {
  readonly theme: "system" | "light" | "dark"
  readonly density: "comfortable" | "compact"
  readonly language: ConsoleLanguage
  /** Shortcuts of a single key, which some input devices press by mistake (WCAG 2.1.4). */
  readonly singleKeys: boolean
}

const storageName = "dragoman.preferences"

const read = (): Preferences => {
  const stored = parse(localStorage.getItem(storageName))
  return {
    theme: stored["theme"] === "light" || stored["theme"] === "dark" ? stored["theme"] : "system",
    density: stored["density"] === "compact" ? "compact" : "comfortable",
    language: Object.hasOwn(consoleLanguages, String(stored["language"]))
      ? (stored["language"] as ConsoleLanguage)
      : languageOfBrowser(navigator.languages),
    singleKeys: stored["singleKeys"] !== false
  }
}

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text ?? "{}") ?? {}
  } catch {
    return {}
  }
}

let preferences = read()
const listeners = new Set<() => void>()

export const currentPreferences = (): Preferences => preferences

/** Takes effect at once, in this tab and by the storage in those opened later. */
export const changePreferences = (changes: Partial<Preferences>): void => {
  preferences = { ...preferences, ...changes }
  localStorage.setItem(storageName, JSON.stringify(preferences))
  applyToPage()
  for (const listener of listeners) listener()
}

/** Theme and density as attributes of the page, which the tokens read. */
export const applyToPage = (): void => {
  const { dataset } = document.documentElement
  dataset["theme"] = preferences.theme
  dataset["density"] = preferences.density
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentPreferences)
