import type { Pattern } from "@fluent/syntax"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { isSameText } from "../plural/plural-texts.ts"
import { defaultReadOptions } from "../reader.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { convertPattern } from "./fluent-to-icu.ts"
import { printPattern } from "./icu-to-fluent.ts"
import {
  type CommentSigns,
  commentsCustomValue,
  groupCustomValue,
  type KeptComment,
  keptComments,
  keptPatterns,
  lastCommentsCustomValue
} from "./kept-values.ts"
import { type FluentName, namesOf } from "./message-name.ts"
import { parsePattern } from "./parse-fluent.ts"
import { isPlainText, printPatternInMessage } from "./pattern-source.ts"

/**
 * Writes a Fluent file as the serializer of Fluent's makers spells it. A key
 * without a text has no message: then a program shows another language.
 * Source: docs/formats.md#fluent.
 */
export const writeFluent: Writer = ({ languageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const written = entries.filter(({ text }) => text !== null)
  const names = namesOf(written.map(({ keyName }) => keyName))
  const messages = new Map<string, MessageInProgress>()
  for (const entry of written) {
    const { name, warning } = names.get(entry.keyName) ?? { name: null, warning: null }
    const printed = name === null ? null : printEntry(entry, languageTag, options)
    const joined = joinWarnings([warning, printed?.warning ?? null])
    if (joined !== null) warnings.push({ ...joined, keyName: entry.keyName })
    if (name !== null && printed !== null) addToMessage(messages, name, entry, printed.text, warnings)
  }
  return { kind: "file", content: layOut([...messages.values()]), warnings }
}

interface MessageInProgress {
  readonly id: string
  /** As it stands behind the equals sign; null = none. */
  value: string | null
  /** Each as it stands in the message. */
  readonly attributes: Array<string>
  description: string | null
  readonly comments: Array<KeptComment>
  readonly group: string | null
  lastComments: ReadonlyArray<KeptComment>
}

interface PrintedValue {
  readonly text: string
  readonly warning: PrintWarning | null
}

const printEntry = (entry: ExportedEntry, languageTag: string, options: WriteOptions): PrintedValue => {
  const text = entry.text ?? ""
  const kept = keptPattern(entry, text, languageTag, options)
  if (kept !== null) return { text: printPatternInMessage(kept), warning: null }
  if (!entry.isPlural && isPlainText(text)) return { text: ` ${text}`, warning: null }
  const { pattern, warning } = printPattern(text, entry.isPlural, options.icuPlaceholders)
  return { text: printPatternInMessage(pattern), warning }
}

/** The pattern of the file, unless the text was edited since. The file may have had another name for the language. */
const keptPattern = (
  { customValues, isPlural }: ExportedEntry,
  text: string,
  languageTag: string,
  { icuPlaceholders }: WriteOptions
): Pattern | null => {
  const isOfText = (pattern: Pattern, convertPlaceholders: boolean) => {
    const read = convertPattern(pattern, languageTag, { ...defaultReadOptions, icuPlaceholders, convertPlaceholders })
    return (read.pluralArgumentName !== null) === isPlural && isSameText(read.text, text)
  }
  for (const source of keptPatterns(customValues, languageTag)) {
    const pattern = parsePattern(source)
    if (pattern === null) continue
    if (isOfText(pattern, true) || isOfText(pattern, false)) return pattern
  }
  return null
}

const addToMessage = (
  messages: Map<string, MessageInProgress>,
  { id, attribute }: FluentName,
  { keyName, description, customValues }: ExportedEntry,
  value: string,
  warnings: Array<ExportWarning>
): void => {
  const group = customValues[groupCustomValue]
  const message: MessageInProgress = messages.get(id) ?? {
    id,
    value: null,
    attributes: [],
    description: null,
    comments: [],
    group: typeof group === "string" ? group : null,
    lastComments: []
  }
  messages.set(id, message)
  if (attribute === null) message.value = value
  else message.attributes.push(`\n    .${attribute} =${value.replaceAll("\n", "\n    ")}`)
  for (const comment of keptComments(customValues[commentsCustomValue])) message.comments.push(comment)
  const lastComments = keptComments(customValues[lastCommentsCustomValue])
  if (lastComments.length > 0) message.lastComments = lastComments
  if (description === null) return
  if (message.description === null) message.description = description.replace(/\r\n?/g, "\n")
  else warnings.push({ ...secondDescription, keyName })
}

const secondDescription: PrintWarning = {
  reason: "description",
  sentence: "A message of Fluent has one comment, which is that of another key of it: the description is not written."
}

/** The messages with their comments; a group comment where another group begins. */
const layOut = (messages: ReadonlyArray<MessageInProgress>): string => {
  const parts: Array<string> = []
  const addComment = ({ signs, content }: KeptComment) => {
    parts.push(`${parts.length === 0 ? "" : "\n"}${printComment(content, signs)}\n`)
  }
  let group: string | null = null
  for (const message of messages) {
    message.comments.forEach(addComment)
    group = message.comments.findLast(({ signs }) => signs === "##")?.content ?? group
    if ((message.group ?? "") !== (group ?? "")) addComment({ signs: "##", content: message.group ?? "" })
    group = message.group
    parts.push(printMessage(message))
  }
  for (const { lastComments } of messages) lastComments.forEach(addComment)
  return parts.join("")
}

const printComment = (content: string, signs: CommentSigns): string =>
  content
    .split("\n")
    .map((line) => (line === "" ? `${signs}\n` : `${signs} ${line}\n`))
    .join("")

const printMessage = ({ id, value, attributes, description }: MessageInProgress): string => {
  const comment = description === null ? "" : printComment(description, "#")
  return `${comment}${id} =${value ?? ""}${attributes.join("")}\n`
}

export const fluentExport: ExportFormat = {
  format: "FLUENT",
  extension: "ftl",
  mediaType: "text/plain",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  isInOriginalOrder: true,
  write: writeFluent
}
