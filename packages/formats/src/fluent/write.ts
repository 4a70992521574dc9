import type { Pattern } from "@fluent/syntax"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { LongText } from "../long-text.ts"
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
  lastCommentsCustomValue,
  patternName
} from "./kept-values.ts"
import { type FluentName, startNames } from "./message-name.ts"
import { parsePattern } from "./parse-fluent.ts"
import { printPatternInMessage, printSimpleText } from "./pattern-source.ts"

/**
 * Writes a Fluent file as the serializer of Fluent's makers spells it. A key
 * without a text has no message: then a program shows another language.
 * Source: docs/formats.md#fluent.
 */
export const writeFluent: Writer = ({ languageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const written = entries.filter(({ text }) => text !== null)
  const nameOf = startNames(written)
  const file = startFile()
  // Only names with a dot have attributes: without one a key is a message, which does not wait for others.
  const messages = written.some(({ keyName }) => keyName.includes(".")) ? new Map<string, MessageInProgress>() : null
  for (const entry of written) {
    const { name, warning } = nameOf(entry.keyName)
    const printed = name === null ? null : printEntry(entry, languageTag, options)
    const joined = joinWarnings([warning, printed?.warning ?? null])
    if (joined !== null) warnings.push({ ...joined, keyName: entry.keyName })
    if (name === null || printed === null) continue
    const message = messages?.get(name.id) ?? startMessage(name.id, entry)
    messages?.set(name.id, message)
    addToMessage(message, name, entry, printed.text, warnings)
    if (messages === null) file.add(message)
  }
  for (const message of messages?.values() ?? []) file.add(message)
  return { kind: "file", content: file.finish(), warnings }
}

interface MessageInProgress {
  readonly id: string
  /** The value as it stands behind the equals sign. */
  value: string
  /** The attributes as they stand in the message. */
  attributes: string
  description: string | null
  comments: ReadonlyArray<KeptComment>
  readonly group: string | null
  lastComments: ReadonlyArray<KeptComment>
}

const startMessage = (id: string, entry: ExportedEntry): MessageInProgress => {
  const group = keptWith(entry)[groupCustomValue]
  return {
    id,
    value: "",
    attributes: "",
    description: null,
    comments: noComments,
    group: typeof group === "string" ? group : null,
    lastComments: noComments
  }
}

const noComments: ReadonlyArray<KeptComment> = []

interface PrintedValue {
  readonly text: string
  readonly warning: PrintWarning | null
}

const printEntry = (entry: ExportedEntry, languageTag: string, options: WriteOptions): PrintedValue => {
  const text = entry.text ?? ""
  const kept = keptPattern(entry, text, languageTag, options)
  if (kept !== null) return { text: printPatternInMessage(kept), warning: null }
  const simple = entry.isPlural ? null : printSimpleText(text, options.icuPlaceholders)
  if (simple !== null) return { text: ` ${simple}`, warning: null }
  const { pattern, warning } = printPattern(text, entry.isPlural, options.icuPlaceholders)
  return { text: printPatternInMessage(pattern), warning }
}

/** The pattern of the file, when it still says what is stored: it was written by an import with other options, perhaps. */
const keptPattern = (
  entry: ExportedEntry,
  text: string,
  languageTag: string,
  { icuPlaceholders }: WriteOptions
): Pattern | null => {
  const isOfText = (pattern: Pattern, convertPlaceholders: boolean) => {
    const read = convertPattern(pattern, languageTag, { ...defaultReadOptions, icuPlaceholders, convertPlaceholders })
    return (read.pluralArgumentName !== null) === entry.isPlural && isSameText(read.text, text)
  }
  const source = keptWith(entry)[patternName]
  const pattern = typeof source === "string" ? parsePattern(source) : null
  return pattern !== null && (isOfText(pattern, true) || isOfText(pattern, false)) ? pattern : null
}

const addToMessage = (
  message: MessageInProgress,
  { attribute }: FluentName,
  entry: ExportedEntry,
  value: string,
  warnings: Array<ExportWarning>
): void => {
  if (attribute === null) message.value = value
  else message.attributes += `\n    .${attribute} =${value.replaceAll("\n", "\n    ")}`
  const { keyName, description } = entry
  const kept = keptWith(entry)
  const comments = keptComments(kept[commentsCustomValue])
  if (comments.length > 0) message.comments = [...message.comments, ...comments]
  const lastComments = keptComments(kept[lastCommentsCustomValue])
  if (lastComments.length > 0) message.lastComments = lastComments
  if (description === null) return
  if (message.description === null) message.description = description.replace(/\r\n?/g, "\n")
  else warnings.push({ ...secondDescription, keyName })
}

const secondDescription: PrintWarning = {
  reason: "description",
  sentence: "A message of Fluent has one comment, which is that of another key of it: the description is not written."
}

/** Takes messages, with their comments; a group comment where another group begins. */
const startFile = () => {
  const content = new LongText()
  const lastComments: Array<KeptComment> = []
  let isFirst = true
  let group: string | null = null
  const addComment = ({ signs, content: comment }: KeptComment) => {
    content.add(`${isFirst ? "" : "\n"}${printComment(comment, signs)}\n`)
    isFirst = false
  }
  return {
    add: (message: MessageInProgress): void => {
      message.comments.forEach(addComment)
      group = message.comments.findLast(({ signs }) => signs === "##")?.content ?? group
      if ((message.group ?? "") !== (group ?? "")) addComment({ signs: "##", content: message.group ?? "" })
      group = message.group
      content.add(printMessage(message))
      isFirst = false
      for (const comment of message.lastComments) lastComments.push(comment)
    },
    /** Called once, last. */
    finish: (): string => {
      lastComments.forEach(addComment)
      return content.finish()
    }
  }
}

const printComment = (content: string, signs: CommentSigns): string =>
  content
    .split("\n")
    .map((line) => (line === "" ? `${signs}\n` : `${signs} ${line}\n`))
    .join("")

const printMessage = ({ id, value, attributes, description }: MessageInProgress): string => {
  const comment = description === null ? "" : printComment(description, "#")
  return `${comment}${id} =${value}${attributes}\n`
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
