import { type ConsoleLanguage, consoleLanguages } from "./console-language.ts"
import type en from "./en.json"

export type TextKey = keyof typeof en

/** Texts by key; English has every key, the others the same ones (a test says so). */
export type Texts = Readonly<Record<TextKey, string>>

const loaded = new Map<ConsoleLanguage, Promise<Texts>>()

/** The texts of a language, read once. One that could not be read is read again when it is asked for. */
export const loadTexts = (language: ConsoleLanguage): Promise<Texts> => {
  const found = loaded.get(language)
  if (found !== undefined) return found
  const reading = readTexts(consoleLanguages[language].texts)
  loaded.set(language, reading)
  reading.catch(() => loaded.delete(language))
  return reading
}

const readTexts = async (address: string): Promise<Texts> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The texts of the console cannot be read: ${response.status} ${address}`)
  return response.json()
}
