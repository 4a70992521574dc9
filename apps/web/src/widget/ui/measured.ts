import type { TextArguments } from "../../base/texts/format-message.ts"
import { bytesText } from "./bytes.ts"
import { exactTime } from "./time.tsx"

/** Values that the server measured, by name, as arguments of a sentence. */
export const measured = (params: Readonly<Record<string, string | number>>, language: string): TextArguments =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value, language)]))

/** The end of a name says the unit. Source: docs/operations.md#doctor. */
const shown = (name: string, value: string | number, language: string): string | number => {
  if (typeof value === "string") return isWord.test(value) ? value : `${isolateStart}${value}${isolateEnd}`
  if (name.endsWith("Bytes")) return bytesText(value, language)
  if (name.endsWith("Millis")) return durationWords(value, language)
  if (name.endsWith("At")) return exactTime(value, language)
  return value
}

/** Arguments that messages select by; the others may have signs that would move in a sentence from right to left. */
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
