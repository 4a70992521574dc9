import type { FindingParams } from "@dragoman/domain/doctor"
import { formatComplete } from "../texts/format-message.ts"
import type { FindingTexts } from "../texts/load-texts.ts"
import { bytesText } from "../ui/bytes.ts"
import { exactTime } from "../ui/time.tsx"

interface FindingSentences {
  readonly what: string
  /** null: a name or a path, which is the same in each language. */
  readonly where: string | null
  readonly whatToDo: string
}

/**
 * What a finding says in the language of the console. null: there is no message for it, as the server is newer than the page,
 * or a message needs a parameter that did not come.
 */
export const findingSentences = (
  texts: FindingTexts,
  language: string,
  { id, params }: { readonly id: string; readonly params: FindingParams }
): FindingSentences | null => {
  const args = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value, language)]))
  const what = formatComplete(texts[`${id}.what`], language, args)
  const whatToDo = formatComplete(texts[`${id}.to-do`], language, args)
  if (what === null || whatToDo === null) return null
  return { what, where: formatComplete(texts[`${id}.where`], language, args), whatToDo }
}

/** The end of a name says the unit. Source: docs/operations.md#doctor. */
const shown = (name: string, value: string | number, language: string): string | number => {
  if (typeof value === "string") return isWord.test(value) ? value : `${isolateStart}${value}${isolateEnd}`
  if (name.endsWith("Bytes")) return bytesText(value, language)
  if (name.endsWith("Millis")) return durationWords(value, language)
  if (name.endsWith("At")) return exactTime(value, language)
  return value
}

/** What messages choose by; everything else may have signs that would change their places in a sentence from right to left. */
const isWord = /^\w+$/
const isolateStart = "\u2068"
const isolateEnd = "\u2069"

/** For commands, which are copied. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, "")

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
] as const

/** "3 days", "40 seconds": in the largest unit of which there are two or more. */
const durationWords = (millis: number, language: string): string => {
  const [unit, size] = units.find(([, size]) => millis >= 2 * size) ?? (["second", 1_000] as const)
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 0
  }).format(millis / size)
}
