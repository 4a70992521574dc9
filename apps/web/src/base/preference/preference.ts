import { useSyncExternalStore } from "react"
import { type Preferences, readPreferences, writePreferences } from "./stored-preferences.ts"

let preferences = readPreferences()
const listeners = new Set<() => void>()

export const currentPreferences = (): Preferences => preferences

/** Takes effect at once, in this tab and by the storage in those opened later. */
export const changePreferences = (changes: Partial<Preferences>): void => {
  preferences = { ...preferences, ...changes }
  writePreferences(preferences)
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
