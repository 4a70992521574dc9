import { escapeMessage } from "../icu/escape-message.ts"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { type PluralMessage, parsePluralMessage } from "../plural/plural-message.ts"
import { toPluralTexts } from "../plural/plural-texts.ts"
import { choicesIn, type FlatText, flattenNodes, keepChoices } from "./flat-text.ts"
import { isExact, joinPluralForms } from "./plural-forms.ts"
import { pluralNumbersOf } from "./plural-numbers.ts"
import { type MachineText, type ReadSource, readSource } from "./read-source.ts"
import { quotePattern, textParts } from "./text-part.ts"

/**
 * Repairs what is certain: letters, spaces and full-width signs inside of placeholders, apostrophes that quoted braces, the argument
 * and the superfluous forms of a plural, doubled spaces, white space at the ends. The rest stays as it is.
 */
export const repairMachineText = (text: MachineText): string => repairAnswer(text, readSource(text))

/** The same for a source that is read already. */
export const repairAnswer = (text: MachineText, { isIcu, nodes }: ReadSource): string => {
  const { source } = text
  const parts = readParts(source, nodes)
  let answer = respell(text.answer, parts)
  if (isIcu) answer = quoteBraces(answer, parts)
  if (text.isPlural) return repairPlural(answer, text)
  if (!source.includes("  ")) answer = answer.replace(doubledSpaces, " ")
  const trimmed = answer.trim()
  if (trimmed === "") return answer
  return source.slice(0, source.length - source.trimStart().length) + trimmed + source.slice(source.trimEnd().length)
}

const doubledSpaces = /(?<=\S) {2,}(?=\S)/g

/** Placeholders of the source as they are written. */
interface SourceParts {
  /** Those of programs, among the characters. */
  readonly placeholders: ReadonlySet<string>
  /** Simple arguments of ICU. */
  readonly values: ReadonlySet<string>
  readonly hasChoice: boolean
}

const readParts = (source: string, nodes: ReadonlyArray<MessageNode>): SourceParts => {
  const placeholders = new Set<string>()
  const values = new Set<string>()
  const choices = choicesIn(nodes)
  for (const level of [nodes, ...choices.flatMap(({ options }) => options.map((option) => option.nodes))]) {
    const flat = flattenNodes(source, level, keepChoices)
    for (const placeholder of placeholdersIn(flat)) placeholders.add(placeholder)
    for (const value of flat.values.values()) if (value.node.kind === "argument") values.add(value.source)
  }
  return { placeholders, values, hasChoice: choices.length > 0 }
}

const placeholdersIn = (flat: FlatText): ReadonlySet<string> =>
  new Set(
    textParts(flat, null)
      .filter(({ kind }) => kind === "placeholder")
      .map(({ start, end }) => flat.text.slice(start, end))
  )

/** Writes placeholders as the source does, where other letters, spaces or full-width signs are all that differs. */
const respell = (answer: string, { placeholders, values }: SourceParts): string => {
  const spellings = [...placeholders, ...values]
  if (spellings.length > respelledMax) return answer
  let repaired = answer
  for (const spelling of spellings) {
    // Two placeholders that differ by their letters cannot be told apart.
    if (repaired.includes(spelling) || spellings.filter((one) => fold(one) === fold(spelling)).length > 1) continue
    repaired = repaired.replace(tolerantPattern(spelling), (found) => (spellings.includes(found) ? found : spelling))
  }
  return repaired
}

/** The work grows with the square of it; texts of people have a dozen. */
const respelledMax = 100

const fold = (spelling: string): string => spelling.toLowerCase().replace(/\s+/g, "")

const tolerantPattern = (spelling: string): RegExp => {
  const units = spelling.match(/[\p{L}\p{N}_]+|\S/gu) ?? []
  const pattern = units.map((unit) => fullWidth[unit] ?? quotePattern(unit)).join("\\s?")
  const end = /[\p{L}\p{N}_]$/u.test(spelling) ? "(?![\\p{L}\\p{N}_])" : ""
  return new RegExp(pattern + end, "giu")
}

/** Engines write the signs of Chinese and Japanese texts inside of placeholders. */
const fullWidth: Readonly<Record<string, string>> = {
  "{": "[{｛]",
  "}": "[}｝]",
  "%": "[%％]",
  $: "[$＄]",
  "(": "[(（]",
  ")": "[)）]",
  ":": "[:：]",
  ",": "[,，、]"
}

/** Quotes braces that the source quotes. A text whose source has no arguments has none either. */
const quoteBraces = (answer: string, { placeholders, values, hasChoice }: SourceParts): string => {
  if (!/[{}]/.test(answer)) return answer
  const parsed = parseMessage(answer)
  if (values.size === 0 && !hasChoice) {
    const isPlain = parsed.kind === "message" && parsed.nodes.every(({ kind }) => kind === "literal")
    return isPlain ? answer : escapeMessage(answer, false)
  }
  if (parsed.kind === "error") return answer
  const isQuoted = ({ start, end }: MessageNode): boolean => {
    const spelling = answer.slice(start, end)
    return placeholders.has(spelling) && !values.has(spelling)
  }
  const found = [parsed.nodes, ...choicesIn(parsed.nodes).flatMap(({ options }) => options.map(({ nodes }) => nodes))]
    .flat()
    .filter((node) => node.kind === "argument" && isQuoted(node))
  let quoted = answer
  for (const { start, end } of found.sort((one, other) => other.start - one.start)) {
    quoted = `${quoted.slice(0, start)}'${quoted.slice(start, end)}'${quoted.slice(end)}`
  }
  return quoted
}

/** A model takes the argument from an example, or gives forms that the language does not have. */
const repairPlural = (answer: string, { source, languageTag }: MachineText): string => {
  const expected = parsePluralMessage(source)
  const own = parsePluralMessage(answer)
  if (expected === null || own === null) return answer
  const { argumentName } = expected
  const plural = own.argumentName === argumentName ? own : (renamed(answer, argumentName) ?? own)
  const { byCategory } = pluralNumbersOf(languageTag)
  const hasSpaces = source.includes("  ")
  const forms = [...plural.forms]
    .filter(([keyword]) => (isExact(keyword) ? expected.forms.has(keyword) : byCategory.has(keyword)))
    .map(([keyword, form]): [string, string] => [keyword, hasSpaces ? form : form.replace(doubledSpaces, " ")])
  return joinPluralForms(plural.argumentName, new Map(forms))
}

const renamed = (answer: string, argumentName: string): PluralMessage | null => {
  const texts = toPluralTexts(new Map([["answer", answer]]), argumentName)
  return texts.kind === "plural" ? parsePluralMessage(texts.texts.get("answer") ?? "") : null
}
