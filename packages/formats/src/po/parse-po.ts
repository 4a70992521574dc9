import type { SourcePosition } from "@dragoman/domain/import"
import { formatLimits } from "../limits.ts"
import { type ParseFailure, parseFailure } from "../reader.ts"
import { parseQuoted } from "./parse-quoted.ts"
import { addComment, type CommentsInProgress, finishComments, type PoComments, startComments } from "./po-comment.ts"

/** One entry of a PO file as written; texts are decoded. */
export interface PoEntry {
  readonly context: string | null
  readonly id: string
  /** Not empty = the entry is a plural. */
  readonly pluralId: string | null
  /** By index; a singular entry has index 0 only. Empty = the file has no `msgstr` for it. */
  readonly texts: ReadonlyMap<number, string>
  readonly comments: PoComments
  /** Of `msgid`. */
  readonly position: SourcePosition
  /** Of the first `msgstr`; of `msgid` when there is none. */
  readonly textPosition: SourcePosition
}

/**
 * The entries of a PO file in order, the header included. Obsolete entries are comments. Linear in the length.
 * Source: reference "import-and-formats" 6.4.
 */
export const parsePo = (
  text: string
): { readonly kind: "entries"; readonly entries: ReadonlyArray<PoEntry> } | ParseFailure => {
  const entries: Array<PoEntry> = []
  const state: ParserState = { comments: null, referenceCount: 0, draft: null, field: null }
  let lineNumber = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start)
    lineNumber++
    const failure = parseLine(state, text.slice(start, end), lineNumber, entries)
    if (failure !== null) return failure
    if (entries.length > formatLimits.valuesMax) return failureAt("The file has too many entries", lineNumber, 1)
    start = text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
  }
  const failure = finishEntry(state, entries)
  return failure ?? { kind: "entries", entries }
}

interface ParserState {
  /** Comments met since the last entry was complete. */
  comments: CommentsInProgress | null
  /** In all finished entries. */
  referenceCount: number
  draft: EntryDraft | null
  /** The field that a line of only a quoted text continues. */
  field: Field | null
}

interface EntryDraft {
  context: string | null
  id: string | null
  pluralId: string | null
  readonly texts: Map<number, string>
  readonly comments: CommentsInProgress | null
  readonly start: SourcePosition
  idPosition: SourcePosition | null
  textPosition: SourcePosition | null
}

type Field = "msgctxt" | "msgid" | "msgid_plural" | { readonly textIndex: number }

/** Null = the line is well-formed. */
const parseLine = (
  state: ParserState,
  line: string,
  lineNumber: number,
  entries: Array<PoEntry>
): ParseFailure | null => {
  const first = firstNonSpace(line)
  if (first === line.length) return null
  if (line.charCodeAt(first) === numberSign) {
    // A comment behind a complete entry belongs to the next one.
    const failure = state.draft !== null && state.draft.texts.size > 0 ? finishEntry(state, entries) : null
    state.comments ??= startComments()
    const isWithinLimit = addComment(state.comments, line.slice(first), lineNumber)
    return isWithinLimit ? failure : failureAt("The file has too many references", lineNumber, first + 1)
  }
  if (line.charCodeAt(first) === quote) {
    if (state.field === null) return failureAt("Unexpected text", lineNumber, first + 1)
    return appendQuoted(state, state.field, line, first, lineNumber)
  }
  const keyword = /(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?\s*(?=")/y
  keyword.lastIndex = first
  const found = keyword.exec(line)
  if (found === null) return failureAt("Expected msgid, msgstr, a text or a comment", lineNumber, first + 1)
  const field = fieldOf(found[1] ?? "", found[2])
  if (field === null) return failureAt("Only msgstr has an index", lineNumber, first + 1)
  const failure = openField(state, field, { line: lineNumber, column: first + 1 }, entries)
  return failure ?? appendQuoted(state, field, line, keyword.lastIndex, lineNumber)
}

const fieldOf = (keyword: string, index: string | undefined): Field | null => {
  if (keyword === "msgstr") return { textIndex: Number(index ?? 0) }
  if (index !== undefined) return null
  return keyword === "msgctxt" ? "msgctxt" : keyword === "msgid" ? "msgid" : "msgid_plural"
}

const openField = (
  state: ParserState,
  field: Field,
  position: SourcePosition,
  entries: Array<PoEntry>
): ParseFailure | null => {
  state.field = field
  if (field === "msgctxt" || (field === "msgid" && state.draft?.id !== null)) {
    const failure = finishEntry(state, entries)
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
      if (draft.pluralId !== null || draft.texts.size > 0) return parseFailure("Unexpected msgid_plural", position)
      draft.pluralId = ""
    } else {
      if (field.textIndex > 0 && draft.pluralId === null)
        return parseFailure("Only a plural has several msgstr", position)
      if (draft.texts.has(field.textIndex)) return parseFailure("The entry has this msgstr already", position)
      draft.texts.set(field.textIndex, "")
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
    texts: new Map(),
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
  if (field === "msgctxt") draft.context = (draft.context ?? "") + parsed.text
  else if (field === "msgid") draft.id = (draft.id ?? "") + parsed.text
  else if (field === "msgid_plural") draft.pluralId = (draft.pluralId ?? "") + parsed.text
  else draft.texts.set(field.textIndex, (draft.texts.get(field.textIndex) ?? "") + parsed.text)
  return null
}

/** Moves the entry in work to the finished ones. A context without a msgid is an error. */
const finishEntry = (state: ParserState, entries: Array<PoEntry>): ParseFailure | null => {
  const { draft } = state
  state.draft = null
  state.field = null
  if (draft === null) return null
  if (draft.id === null) return parseFailure("The entry has no msgid", draft.start)
  const position = draft.idPosition ?? draft.start
  const comments = finishComments(draft.comments)
  state.referenceCount += comments.codeReferences.length
  if (state.referenceCount > formatLimits.valuesMax) return parseFailure("The file has too many references", position)
  entries.push({
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

const failureAt = (message: string, line: number, column: number): ParseFailure =>
  parseFailure(message, { line, column })

const lineFeed = 10
const carriageReturn = 13
const quote = 0x22
const numberSign = 0x23

const endOfLine = (text: string, start: number): number => {
  const end = text.indexOf("\n", start)
  const line = end === -1 ? text.length : end
  return end > start && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : line
}

const firstNonSpace = (line: string): number => {
  let index = 0
  while (line.charCodeAt(index) === 32 || line.charCodeAt(index) === 9) index++
  return index
}
