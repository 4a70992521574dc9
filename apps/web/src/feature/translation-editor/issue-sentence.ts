import { formatMessage } from "../../base/texts/format-message.ts"
import type { CheckTexts } from "../../base/texts/load-texts.ts"
import { directionOf } from "../../base/texts/text.ts"
import type { TextIssue } from "./check-message.ts"

/** Says an issue in the language of the console. */
export const issueSentence = (
  texts: CheckTexts,
  language: string,
  { code, params }: Pick<TextIssue, "code" | "params">
): string =>
  formatMessage(
    texts[code] ?? code,
    language,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value, language)]))
  )

const shown = (name: string, value: string, language: string): string | number => {
  if (numericParams.has(name)) return Number(value)
  // Braces and tags would move in a sentence from right to left.
  return directionOf(language) === "rtl" ? `\u2068${value}\u2069` : value
}

const numericParams: ReadonlySet<string> = new Set(["count", "limit", "position"])
