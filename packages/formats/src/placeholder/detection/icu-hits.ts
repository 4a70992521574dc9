import { countMatches } from "../dialect/dialect.ts"

/**
 * How many ICU arguments sub-format detection sees in a text: brace groups on one line, at the start or behind a
 * space, with no word character behind them: `{name}`, `{n, number}`, `{n, plural, … other {…}}`.
 * Source: docs/reference/placeholders.md#detection.
 */
export const countIcuHits = (text: string): number => {
  if (!text.includes("{")) return 0
  return text.split(/[\r\n]/).reduce((count, line) => count + countInLine(line), 0)
}

const simpleArgument = /(?<!\S)\{\s{0,9}\w{1,200}\s{0,9}(?:,[^{}]{1,200})?\}(?!\w)/g
const choiceStart = /(?<!\S)\{\s{0,9}\w{1,200}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/

const countInLine = (line: string): number => {
  const start = choiceStart.exec(line)
  if (start === null) return countMatches(line, simpleArgument)
  // Everything behind the start is taken as one choice: nested arguments say nothing new about the dialect.
  const rest = line.slice(start.index)
  const form = /\bother\s{0,9}\{/.exec(rest)
  const end = rest.lastIndexOf("}")
  const isComplete = form !== null && end > form.index && !/\w/.test(rest[end + 1] ?? "")
  return countMatches(line.slice(0, start.index), simpleArgument) + (isComplete ? 1 : 0)
}
