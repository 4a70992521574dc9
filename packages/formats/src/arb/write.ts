import type { Json } from "@dragoman/domain/error"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { printPluralText, printText } from "../placeholder/printing/print-message.ts"
import type { ExportFormat, WriteOptions, Writer } from "../writer.ts"
import { placeholdersName } from "./read.ts"

/**
 * Writes an application resource bundle of Flutter: the locale first, arguments by their names alone. The file of the base
 * language is the template, which describes the keys.
 * Source: docs/formats.md#flutter-arb.
 */
export const writeArb: Writer = ({ languageTag, baseLanguageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const icu = { ...options, messageFormat: "ICU" } as const
  const content = new LongText()
  content.add(`{${printMember("@@locale", languageTag.replaceAll("-", "_"), "")}`)
  for (const entry of entries) {
    const { keyName } = entry
    if (keyName.startsWith("@")) {
      warnings.push({ ...leftOut, keyName })
      continue
    }
    const { text, warning } = printEntry(entry, icu)
    if (warning !== null) warnings.push({ ...warning, keyName })
    content.add(`,${printMember(keyName, text, "")}`)
    const description = languageTag === baseLanguageTag ? describe(entry) : placeholdersIn(entry.formatData ?? {})
    if (description.length > 0) content.add(`,${printMember(`@${keyName}`, Object.fromEntries(description), "")}`)
  }
  content.add("\n}\n")
  return { kind: "file", content: content.finish(), warnings }
}

const describe = (entry: ExportedEntry): ReadonlyArray<[string, Json]> => [
  ...(entry.description === null ? [] : [["description", entry.description] as [string, Json]]),
  ...placeholdersIn(keptWith(entry))
]

/** Languages other than the base have only those that differ from the template's: formats of dates and numbers. */
const placeholdersIn = (kept: Readonly<Record<string, Json>>): ReadonlyArray<[string, Json]> => {
  const placeholders = Object.hasOwn(kept, placeholdersName) ? kept[placeholdersName] : null
  return placeholders === undefined || placeholders === null ? [] : [["placeholders", placeholders]]
}

interface PrintedEntry {
  readonly text: string | null
  readonly warning: PrintWarning | null
}

const printEntry = ({ text, isPlural }: ExportedEntry, options: WriteOptions): PrintedEntry => {
  if (text === null) return { text, warning: null }
  const printed = isPlural ? printPluralText(text, options) : printText(text, options)
  if (!options.icuPlaceholders || !printed.text.includes("{")) return printed
  const parsed = parseMessage(printed.text)
  if (parsed.kind === "error") return printed
  const reduced = reduceNodes(printed.text, parsed.nodes, null)
  return { text: reduced.text, warning: joinWarnings([printed.warning, reduced.losesFormat ? lostFormat : null]) }
}

interface ReducedNodes {
  readonly text: string
  readonly losesFormat: boolean
}

/**
 * Arguments without types and formats, which Flutter has in the description of the key; `#` as the argument of its plural.
 * Everything else stays as it is spelled.
 */
const reduceNodes = (
  source: string,
  nodes: ReadonlyArray<MessageNode>,
  pluralArgument: string | null
): ReducedNodes => {
  let text = ""
  let losesFormat = false
  const add = (reduced: ReducedNodes) => {
    text += reduced.text
    losesFormat ||= reduced.losesFormat
  }
  for (const node of nodes) {
    if (node.kind === "literal") {
      const literal = source.slice(node.start, node.end)
      text += pluralArgument === null ? literal : unquoteNumberSigns(literal)
    } else if (node.kind === "numberSign") text += pluralArgument === null ? "#" : `{${pluralArgument}}`
    else if (node.kind === "argument") add({ text: `{${node.name}}`, losesFormat: node.type !== null })
    else {
      let start = node.start
      for (const option of node.options) {
        text += source.slice(start, option.start)
        add(reduceNodes(source, option.nodes, node.kind === "select" ? null : node.name))
        start = option.end
      }
      text += source.slice(start, node.end)
    }
  }
  return { text, losesFormat }
}

/** Flutter has no `#` for a number: it needs no quotes. */
const unquoteNumberSigns = (literal: string): string => literal.replaceAll(/(?<!')'(#+)'(?!')/g, "$1")

/** Flutter's own spelling of a JSON document, with a space on both sides of the colon. */
const printValue = (value: Json, indent: string): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]"
    const items = value.map((item: Json) => `\n${indent}  ${printValue(item, `${indent}  `)}`)
    return `[${items.join(",")}\n${indent}]`
  }
  return value !== null && typeof value === "object"
    ? printObject(Object.entries(value), indent)
    : JSON.stringify(value)
}

const printObject = (members: ReadonlyArray<readonly [string, Json]>, indent: string): string => {
  if (members.length === 0) return "{}"
  const printed = members.map(([name, value]) => printMember(name, value, indent))
  return `{${printed.join(",")}\n${indent}}`
}

const printMember = (name: string, value: Json, indent: string): string =>
  `\n${indent}  ${JSON.stringify(name)} : ${printValue(value, `${indent}  `)}`

const lostFormat: PrintWarning = {
  reason: "argumentFormat",
  sentence:
    "Types and formats of arguments stand in the description of a key of Flutter: the message has their names only."
}

const leftOut: PrintWarning = {
  reason: "leftOut",
  sentence: 'A name with "@" at its start describes another key: the key is not in the file.'
}

export const arbExport: ExportFormat = {
  format: "FLUTTER_ARB",
  extension: "arb",
  mediaType: "application/json",
  defaultFileStructureTemplate: "{namespace}/app_{snakeLanguageTag}.{extension}",
  usesMessageFormat: false,
  write: writeArb
}
