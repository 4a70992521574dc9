import { guessLanguageName } from "@dragoman/domain/import"
import type { Comments, Junk, Message, Pattern, Term } from "@fluent/syntax"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import type { ReadableFormat, Reader, ReadOptions } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { convertPattern } from "./fluent-to-icu.ts"
import { printPattern } from "./icu-to-fluent.ts"
import {
  type CommentSigns,
  commentsCustomValue,
  groupCustomValue,
  type KeptComment,
  lastCommentsCustomValue,
  patternName,
  storeComments
} from "./kept-values.ts"
import { parseFluent } from "./parse-fluent.ts"
import { plainTextOf, printPatternSource } from "./pattern-source.ts"

/**
 * Reads a Fluent file: messages, terms (`-brand`) and attributes (`message.attribute`) are keys. The language is the one of
 * the file name. Entries with syntax errors are skipped.
 * Source: docs/formats.md#fluent.
 */
export const readFluent: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  const file: FileInProgress = {
    builder,
    options,
    positionOf,
    languageName: guessLanguageName(options.path),
    comments: [],
    group: null,
    valueCount: 0,
    lastKeyName: null
  }
  const failure = parseFluent(decoded.text, positionOf, (entry) => {
    if (builder.hasFailed()) return
    if (entry.type === "Message" || entry.type === "Term") addMessage(file, entry)
    else if (entry.type === "Junk") skipJunk(file, entry)
    else keepComment(file, entry)
  })
  if (failure !== null) return failure
  if (file.lastKeyName !== null && file.comments.length > 0) {
    const end = positionOf(decoded.text.length)
    builder.addCustomValue(file.lastKeyName, lastCommentsCustomValue, storeComments(file.comments), end)
  }
  return builder.finish({ format: "FLUENT", reason: options.format === null ? "fallback" : "requested", scores: [] })
}

interface FileInProgress {
  readonly builder: ImportedFileBuilder
  readonly options: ReadOptions
  readonly positionOf: PositionOf
  readonly languageName: string
  /** Since the last message. */
  comments: Array<KeptComment>
  group: string | null
  valueCount: number
  lastKeyName: string | null
}

const keepComment = (file: FileInProgress, { type, content }: Comments): void => {
  const signs: CommentSigns = type === "GroupComment" ? "##" : type === "ResourceComment" ? "###" : "#"
  file.comments.push({ signs, content })
  if (signs === "##") file.group = content
}

const skipJunk = ({ builder, positionOf }: FileInProgress, { annotations, span }: Junk): void => {
  const [annotation] = annotations
  builder.skipPart({
    position: positionOf(annotation?.span?.start ?? span?.start ?? 0),
    sentence: `An entry with a syntax error was skipped: ${annotation?.message ?? "unknown"}.`.replace("..", ".")
  })
}

const addMessage = (file: FileInProgress, message: Message | Term): void => {
  const { builder, positionOf, comments } = file
  const { id, value, attributes, comment, type } = message
  const name = type === "Term" ? `-${id.name}` : id.name
  const offset = (id.span?.start ?? 0) - (type === "Term" ? 1 : 0)
  if (value !== null) addPattern(file, name, value, offset)
  for (const attribute of attributes) {
    addPattern(file, `${name}.${attribute.id.name}`, attribute.value, attribute.span?.start ?? 0)
  }
  const firstName = value === null ? `${name}.${attributes[0]?.id.name ?? ""}` : name
  const position = positionOf(offset)
  if (comment !== null && comment.content.trim() !== "") {
    builder.addDescription(firstName, comment.content, positionOf(comment.span?.start ?? offset))
  }
  if (comments.length > 0) builder.addCustomValue(firstName, commentsCustomValue, storeComments(comments), position)
  file.comments = []
}

const addPattern = (file: FileInProgress, keyName: string, pattern: Pattern, offset: number): void => {
  const { builder, options, positionOf, languageName, group } = file
  const position = positionOf(offset)
  const plain = plainTextOf(pattern)
  const value =
    plain === null ? convertPattern(pattern, languageName, options) : { text: plain, pluralArgumentName: null }
  const isAgain = builder.hasKey(keyName)
  builder.addValue({ keyName, languageName, value, keyIndex: file.valueCount++, position })
  // The first one of messages with the same name counts.
  if (isAgain) return
  if (group !== null) builder.addCustomValue(keyName, groupCustomValue, group, position)
  file.lastKeyName = keyName
  if (plain !== null) return
  const written = printPattern(value.text, value.pluralArgumentName !== null, options.icuPlaceholders).pattern
  const source = printPatternSource(pattern)
  if (printPatternSource(written) !== source && value.text.length <= options.textMaxUtf16Units) {
    builder.addFormatData(keyName, languageName, { textData: { [patternName]: source } }, position)
  }
}

export const fluentFormat: ReadableFormat = {
  extensions: ["ftl"],
  variants: [{ format: "FLUENT", dialect: null, weight: null }],
  read: readFluent
}
