import {
  Attribute,
  Comment,
  type Entry,
  FluentSerializer,
  GroupComment,
  Identifier,
  Message,
  type Pattern,
  Resource,
  ResourceComment,
  Term
} from "@fluent/syntax"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { isSameText } from "../plural/plural-texts.ts"
import { defaultReadOptions } from "../reader.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { convertPattern } from "./fluent-to-icu.ts"
import { type PrintedPattern, printPattern } from "./icu-to-fluent.ts"
import {
  commentsCustomValue,
  groupCustomValue,
  type KeptComment,
  keptComments,
  keptPatterns,
  lastCommentsCustomValue
} from "./kept-values.ts"
import { type FluentName, namesOf } from "./message-name.ts"
import { parsePattern } from "./parse-fluent.ts"

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
    if (name !== null && printed !== null) addToMessage(messages, name, entry, printed.pattern, warnings)
  }
  const content = new FluentSerializer().serialize(new Resource(layOut([...messages.values()])))
  return { kind: "file", content, warnings }
}

interface MessageInProgress {
  readonly id: string
  readonly isTerm: boolean
  value: Pattern | null
  readonly attributes: Array<Attribute>
  description: string | null
  readonly comments: Array<KeptComment>
  readonly group: string | null
  lastComments: ReadonlyArray<KeptComment>
}

const printEntry = (entry: ExportedEntry, languageTag: string, options: WriteOptions): PrintedPattern => {
  const text = entry.text ?? ""
  return keptPattern(entry, text, languageTag, options) ?? printPattern(text, entry.isPlural, options.icuPlaceholders)
}

/** The pattern of the file, unless the text was edited since. The file may have had another name for the language. */
const keptPattern = (
  { customValues, isPlural }: ExportedEntry,
  text: string,
  languageTag: string,
  { icuPlaceholders }: WriteOptions
): PrintedPattern | null => {
  const isOfText = (pattern: Pattern, convertPlaceholders: boolean) => {
    const read = convertPattern(pattern, languageTag, { ...defaultReadOptions, icuPlaceholders, convertPlaceholders })
    return (read.pluralArgumentName !== null) === isPlural && isSameText(read.text, text)
  }
  for (const source of keptPatterns(customValues, languageTag)) {
    const pattern = parsePattern(source)
    if (pattern === null) continue
    if (isOfText(pattern, true) || isOfText(pattern, false)) return { pattern, warning: null }
  }
  return null
}

const addToMessage = (
  messages: Map<string, MessageInProgress>,
  { id, attribute }: FluentName,
  { keyName, description, customValues }: ExportedEntry,
  pattern: Pattern,
  warnings: Array<ExportWarning>
): void => {
  const group = customValues[groupCustomValue]
  const message: MessageInProgress = messages.get(id) ?? {
    id: id.replace(/^-/, ""),
    isTerm: id.startsWith("-"),
    value: null,
    attributes: [],
    description: null,
    comments: [],
    group: typeof group === "string" ? group : null,
    lastComments: []
  }
  messages.set(id, message)
  if (attribute === null) message.value = pattern
  else message.attributes.push(new Attribute(new Identifier(attribute), pattern))
  message.comments.push(...keptComments(customValues[commentsCustomValue]))
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
const layOut = (messages: ReadonlyArray<MessageInProgress>): Array<Entry> => {
  let group: string | null = null
  const body = messages.flatMap((message): ReadonlyArray<Entry> => {
    const entries: Array<Entry> = message.comments.map(printComment)
    group = message.comments.findLast(({ signs }) => signs === "##")?.content ?? group
    if ((message.group ?? "") !== (group ?? "")) entries.push(new GroupComment(message.group ?? ""))
    group = message.group
    return [...entries, printMessage(message)]
  })
  return [...body, ...messages.flatMap(({ lastComments }) => lastComments.map(printComment))]
}

const printComment = ({ signs, content }: KeptComment): Entry =>
  signs === "##" ? new GroupComment(content) : signs === "###" ? new ResourceComment(content) : new Comment(content)

const printMessage = ({ id, isTerm, value, attributes, description }: MessageInProgress): Entry => {
  const comment = description === null ? null : new Comment(description)
  return isTerm && value !== null
    ? new Term(new Identifier(id), value, attributes, comment)
    : new Message(new Identifier(id), value, attributes, comment)
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
