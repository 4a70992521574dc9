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
  const reading = readTexts<Texts>(consoleLanguages[language].texts)
  loaded.set(language, reading)
  reading.catch(() => loaded.delete(language))
  return reading
}

/** Sentences about failures by `code.`, `field.`, `delivery.` and `issue.` keys; a newer server has codes that are not among them. */
export type ErrorTexts = Readonly<Record<string, string>>

/** The sentences about failures in a language, which only failures need. */
export const loadErrorTexts = (language: ConsoleLanguage): Promise<ErrorTexts> =>
  readTexts<ErrorTexts>(consoleLanguages[language].errors)

/** Sentences about what the doctor finds, by the id of the finding and `.what`, `.where` and `.to-do`. */
export type FindingTexts = Readonly<Record<string, string>>

/** The sentences about findings in a language, which one screen of administrators needs. */
export const loadFindingTexts = (language: ConsoleLanguage): Promise<FindingTexts> =>
  readTexts<FindingTexts>(consoleLanguages[language].findings)

/** Sentences about issues of a text, by the code of the check. */
export type CheckTexts = Readonly<Record<string, string>>

/** The sentences about issues in a language, which only an editor needs. */
export const loadCheckTexts = (language: ConsoleLanguage): Promise<CheckTexts> =>
  readTexts<CheckTexts>(consoleLanguages[language].checks)

/** Sentences about activities, by the type of the activity. */
export type ActivityTexts = Readonly<Record<string, string>>

/** The sentences about activities in a language, which the screens with activities need. */
export const loadActivityTexts = (language: ConsoleLanguage): Promise<ActivityTexts> =>
  readTexts<ActivityTexts>(consoleLanguages[language].activities)

const readTexts = async <A>(address: string): Promise<A> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The texts of the console cannot be read: ${response.status} ${address}`)
  return response.json()
}
