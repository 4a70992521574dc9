import { escapeMessage } from "../icu/escape-message.ts"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { parsePluralMessage } from "../plural/plural-message.ts"
import { toPluralTexts } from "../plural/plural-texts.ts"
import { choicesIn, flattenNodes, keepChoices } from "./flat-text.ts"
import { isReadAsIcu, type MachineText } from "./machine-text-input.ts"
import { isExact, joinPluralForms } from "./plural-forms.ts"
import { pluralNumbersOf } from "./plural-numbers.ts"
import { quotePattern, textParts } from "./text-part.ts"

/**
 * Repairs what is certain: letters, spaces and full-width signs inside of placeholders, apostrophes that quoted braces, the argument
 * and the superfluous forms of a plural, doubled spaces, white space at the ends. The rest stays as it is.
 */
export const repairMachineText = (text: MachineText): string => {
  const { source } = text
  const isIcu = isReadAsIcu(text)
  const parts = isIcu ? readSource(source) : readPlain(source)
  let answer = respell(text.answer, parts)
  if (isIcu) answer = quoteBraces(answer, parts)
  if (text.isPlural) return repairPlural(answer, text)
  if (!source.includes("  ")) answer = answer.replace(/(?<=\S) {2,}(?=\S)/g, " ")
  return answer.trim() === "" ? answer : edges.exec(source)?.[0] + answer.trim() + trailingSpace(source)
}

const edges = /^\s*/

const trailingSpace = (text: string): string => text.slice(text.trimEnd().length)

/** Placeholders of the source as they are written. */
interface SourceParts {
  /** Those of programs, among the characters. */
  readonly placeholders: ReadonlySet<string>
  /** Simple arguments of ICU. */
  readonly values: ReadonlySet<string>
  readonly hasChoice: boolean
}

const readPlain = (text: string): SourceParts => ({
  placeholders: placeholdersIn({ text, values: new Map() }),
  values: new Set(),
  hasChoice: false
})

const readSource = (text: string): SourceParts => {
  const parsed = parseMessage(text)
  if (parsed.kind === "error") return readPlain(text)
  const placeholders = new Set<string>()
  const values = new Set<string>()
  const choices = choicesIn(parsed.nodes)
  for (const nodes of [parsed.nodes, ...choices.flatMap(({ options }) => options.map((option) => option.nodes))]) {
    const flat = flattenNodes(text, nodes, keepChoices)
    for (const placeholder of placeholdersIn(flat)) placeholders.add(placeholder)
    for (const { node, source } of flat.values.values()) if (node.kind === "argument") values.add(source)
  }
  return { placeholders, values, hasChoice: choices.length > 0 }
}

const placeholdersIn = (flat: Parameters<typeof textParts>[0]): ReadonlySet<string> =>
  new Set(
    textParts(flat, null)
      .filter(({ kind }) => kind === "placeholder")
      .map(({ start, end }) => flat.text.slice(start, end))
  )

/** Writes placeholders as the source does, where other letters, spaces or full-width signs are all that differs. */
const respell = (answer: string, { placeholders, values, hasChoice }: SourceParts): string => {
  const spellings = [...placeholders, ...values]
  const folded = spellings.map(fold)
  let repaired = answer
  for (const [index, spelling] of spellings.entries()) {
    // One form may have it, another one not.
    if (repaired.includes(spelling) && !(hasChoice && /[{(]/.test(spelling))) continue
    // Two placeholders that differ by their letters cannot be told apart.
    if (folded.filter((one) => one === folded[index]).length > 1) continue
    repaired = repaired.replace(tolerantPattern(spelling), (found) => (spellings.includes(found) ? found : spelling))
  }
  return repaired
}

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
  if (expected === null || parsePluralMessage(answer) === null) return answer
  const texts = toPluralTexts(new Map([["answer", answer.trim()]]), expected.argumentName)
  const stored = texts.kind === "plural" ? texts.texts.get("answer") : null
  const plural = parsePluralMessage(stored ?? answer)
  if (plural === null) return answer
  const { byCategory } = pluralNumbersOf(languageTag)
  const forms = [...plural.forms].filter(([keyword]) =>
    isExact(keyword) ? expected.forms.has(keyword) : byCategory.has(keyword)
  )
  const hasSpaces = [...expected.forms.values()].some((form) => form.includes("  "))
  const repaired = forms.map(([keyword, form]): [string, string] => [
    keyword,
    hasSpaces ? form : form.replace(/(?<=\S) {2,}(?=\S)/g, " ")
  ])
  return joinPluralForms(plural.argumentName, new Map(repaired))
}
