import type { SourcePosition } from "@dragoman/domain/import"
import { referencesMaxOf, tooManySentence, valuesMaxOf } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { parseQuoted } from "./parse-quoted.ts"
import { addComment, type CommentsInProgress, finishComments, type PoComments, startComments } from "./po-comment.ts"

/** One entry of a PO file as written; texts are decoded. */
export interface PoEntry {
  readonly context: string | null
  readonly id: string
  /** Not empty = the entry is a plural. */
  readonly pluralId: string | null
  /** In file order, each index once; a singular entry has index 0 only. Empty = the file has no `msgstr` for it. */
  readonly texts: ReadonlyArray<PoText>
  readonly comments: PoComments
  /** The place of `msgid`. */
  readonly position: SourcePosition
  /** The place of the first `msgstr`; that of `msgid` when there is none. */
  readonly textPosition: SourcePosition
}

/** One `msgstr`. */
export interface PoText {
  readonly index: number
  readonly text: string
}

/**
 * Hands over the entries of a PO file in order, the header included: nothing of an entry is kept once it was visited.
 * Obsolete entries are comments. Null = the file is well-formed. Linear in the length.
 * Source: docs/reference/import.md#gettext.
 */
export const parsePo = (text: string, visit: (entry: PoEntry) => void): ParseFailure | null => {
  const state: ParserState = {
    visit,
    utf16Units: text.length,
    comments: null,
    entryCount: 0,
    referenceCount: 0,
    draft: null,
    field: null
  }
  let lineNumber = 0
  for (let start = 0; start < text.length; ) {
    const lineFeedAt = text.indexOf("\n", start)
    const end = lineFeedAt === -1 ? text.length : lineFeedAt
    lineNumber++
    const failure = parseLine(state, text.slice(start, endOfLine(text, start, end)), lineNumber)
    if (failure !== null) return failure
    start = end + 1
  }
  return finishEntry(state)
}

interface ParserState {
  readonly visit: (entry: PoEntry) => void
  /** Size of the file. */
  readonly utf16Units: number
  /** Comments met since the last entry was complete. */
  comments: CommentsInProgress | null
  /** A count of finished entries; so is the next. */
  entryCount: number
  referenceCount: number
  draft: EntryDraft | null
  /** The field that a line of only a quoted text continues. */
  field: Field | null
}

interface EntryDraft {
  context: string | null
  id: string | null
  pluralId: string | null
  texts: ReadonlyArray<{ readonly index: number; text: string }>
  readonly comments: CommentsInProgress | null
  readonly start: SourcePosition
  idPosition: SourcePosition | null
  textPosition: SourcePosition | null
}

type Field = "msgctxt" | "msgid" | "msgid_plural" | { readonly textIndex: number }

/** Null = the line is well-formed. */
const parseLine = (state: ParserState, line: string, lineNumber: number): ParseFailure | null => {
  const first = firstNonSpace(line)
  if (first === line.length) return null
  if (line.charCodeAt(first) === numberSign) {
    // A comment behind a complete entry belongs to the next one.
    const failure = state.draft !== null && state.draft.texts.length > 0 ? finishEntry(state) : null
    state.comments ??= startComments()
    const referencesMax = referencesMaxOf(state.utf16Units)
    const isWithinLimit = addComment(state.comments, line.slice(first), lineNumber, referencesMax)
    return isWithinLimit ? failure : failureAt(tooManyReferences(referencesMax), lineNumber, first + 1)
  }
  if (line.charCodeAt(first) === quote) {
    if (state.field === null) return failureAt("Unexpected text", lineNumber, first + 1)
    return appendQuoted(state, state.field, line, first, lineNumber)
  }
  const quoteIndex = line.indexOf('"', first)
  const keyword = line.slice(first, quoteIndex === -1 ? first : quoteIndex).trimEnd()
  const field = plainFields.get(keyword) ?? indexedField(keyword)
  if (field === null) return failureAt("Expected msgid, msgstr, a text or a comment", lineNumber, first + 1)
  const failure = openField(state, field, { line: lineNumber, column: first + 1 })
  return failure ?? appendQuoted(state, field, line, quoteIndex, lineNumber)
}

const plainFields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["msgctxt", "msgctxt"],
  ["msgid", "msgid"],
  ["msgid_plural", "msgid_plural"],
  ["msgstr", { textIndex: 0 }]
])

/** `msgstr[1]`; no language has more than six forms. */
const indexedField = (keyword: string): Field | null => {
  const found = /^msgstr\[(\d{1,2})\]$/.exec(keyword)
  return found === null ? null : { textIndex: Number(found[1]) }
}

const openField = (state: ParserState, field: Field, position: SourcePosition): ParseFailure | null => {
  state.field = field
  if (field === "msgctxt" || (field === "msgid" && state.draft?.id !== null)) {
    const failure = finishEntry(state)
    if (failure !== null) return failure
    state.field = field
  }
  state.draft ??= startDraft(state, position)
  const { draft } = state
  if (field === "msgctxt") {
    draft.context = ""
  } else if (field === "msgid") {
    draft.id = ""
    draft.idPosition = position
  } else {
    if (draft.id === null) return parseFailure("Expected msgid first", position)
    if (field === "msgid_plural") {
      if (draft.pluralId !== null || draft.texts.length > 0) return parseFailure("Unexpected msgid_plural", position)
      draft.pluralId = ""
    } else {
      if (field.textIndex > 0 && draft.pluralId === null)
        return parseFailure("Only a plural has several msgstr", position)
      if (draft.texts.some(({ index }) => index === field.textIndex)) {
        return parseFailure("The entry has this msgstr already", position)
      }
      draft.texts = [...draft.texts, { index: field.textIndex, text: "" }]
      draft.textPosition ??= position
    }
  }
  return null
}

const startDraft = (state: ParserState, start: SourcePosition): EntryDraft => {
  const comments = state.comments
  state.comments = null
  return {
    context: null,
    id: null,
    pluralId: null,
    texts: [],
    comments,
    start,
    idPosition: null,
    textPosition: null
  }
}

const appendQuoted = (
  state: ParserState,
  field: Field,
  line: string,
  quoteIndex: number,
  lineNumber: number
): ParseFailure | null => {
  const parsed = parseQuoted(line, quoteIndex)
  if (parsed.kind === "error") return failureAt(parsed.message, lineNumber, parsed.index + 1)
  const { draft } = state
  if (draft === null) return failureAt("Unexpected text", lineNumber, quoteIndex + 1)
  const last = draft.texts.at(-1)
  if (field === "msgctxt") draft.context = (draft.context ?? "") + parsed.text
  else if (field === "msgid") draft.id = (draft.id ?? "") + parsed.text
  else if (field === "msgid_plural") draft.pluralId = (draft.pluralId ?? "") + parsed.text
  else if (last !== undefined) last.text += parsed.text
  return null
}

/** Hands over the entry in work. A context without a msgid is an error. */
const finishEntry = (state: ParserState): ParseFailure | null => {
  const { draft } = state
  state.draft = null
  state.field = null
  if (draft === null) return null
  if (draft.id === null) return parseFailure("The entry has no msgid", draft.start)
  const position = draft.idPosition ?? draft.start
  const comments = finishComments(draft.comments)
  state.referenceCount += comments.codeReferences.length
  const referencesMax = referencesMaxOf(state.utf16Units)
  if (state.referenceCount > referencesMax) return parseFailure(tooManyReferences(referencesMax), position)
  if (++state.entryCount > valuesMaxOf(state.utf16Units)) {
    return parseFailure(tooManySentence("entries", state.utf16Units), position)
  }
  state.visit({
    context: draft.context,
    id: draft.id,
    pluralId: draft.pluralId,
    texts: draft.texts,
    comments,
    position,
    textPosition: draft.textPosition ?? position
  })
  return null
}

const tooManyReferences = (referencesMax: number): string =>
  `The file has too many references: one of its size may have at most ${referencesMax}`

const failureAt = (message: string, line: number, column: number): ParseFailure =>
  parseFailure(message, { line, column })

const carriageReturn = 13
const quote = 0x22
const numberSign = 0x23

/** The end of a line without its carriage returns: files that were converted twice have two. */
const endOfLine = (text: string, start: number, lineEnd: number): number => {
  let end = lineEnd
  while (end > start && text.charCodeAt(end - 1) === carriageReturn) end--
  return end
}

const firstNonSpace = (line: string): number => {
  let index = 0
  while (line.charCodeAt(index) === 32 || line.charCodeAt(index) === 9) index++
  return index
}
