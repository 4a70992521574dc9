import type { CodeReference } from "../imported-file.ts"

/** Data in the comments of an entry. Previous texts and obsolete entries have none. */
export interface PoComments {
  /** Lines that begin with `# `, or are `#` alone; null = none. */
  readonly translatorComment: string | null
  /** `#.` lines; null = none. */
  readonly extractedComment: string | null
  /** The place of the first `#.` line. */
  readonly descriptionLine: number | null
  readonly codeReferences: ReadonlyArray<CodeReference>
  readonly flags: ReadonlyArray<string>
}

/** Comments while their lines are read. */
export interface CommentsInProgress extends PoComments {
  translatorComment: string | null
  extractedComment: string | null
  descriptionLine: number | null
  readonly codeReferences: Array<CodeReference>
  readonly flags: Array<string>
}

/** No comments yet. */
export const startComments = (): CommentsInProgress => ({
  translatorComment: null,
  extractedComment: null,
  descriptionLine: null,
  codeReferences: [],
  flags: []
})

/**
 * Adds one line, which starts with `#`. False = more references or flags than `referencesMax`.
 * Source: docs/reference/import.md#gettext.
 */
export const addComment = (
  comments: CommentsInProgress,
  line: string,
  lineNumber: number,
  referencesMax: number
): boolean => {
  switch (line[1]) {
    case ".": {
      const text = line.slice(2).trim()
      comments.extractedComment = comments.extractedComment === null ? text : `${comments.extractedComment}\n${text}`
      comments.descriptionLine ??= lineNumber
      return true
    }
    case ":":
      return eachWord(line, (word) => comments.codeReferences.push(parseReference(word)) <= referencesMax)
    case ",":
      return eachWord(line, (word) => comments.flags.push(word) <= referencesMax, comma)
    case " ":
    case "\t":
    case undefined: {
      const text = line.slice(2).trimEnd()
      comments.translatorComment = comments.translatorComment === null ? text : `${comments.translatorComment}\n${text}`
      return true
    }
    default:
      return true
  }
}

/** One by one: a line may have a million. Stops with false when the visitor does not want more. */
const eachWord = (line: string, visit: (word: string) => boolean, separator = space): boolean => {
  let start = 2
  for (let index = start; index <= line.length; index++) {
    // Not a number behind the end: that ends a word too.
    const unit = line.charCodeAt(index)
    if (unit > space && unit !== separator) continue
    if (index > start && !visit(line.slice(start, index))) return false
    start = index + 1
  }
  return true
}

const space = 0x20
const comma = 0x2c

/** The data of all lines. The lists are copied to their length: one that grew has room for many more. */
export const finishComments = (comments: CommentsInProgress | null): PoComments =>
  comments === null
    ? noComments
    : {
        translatorComment: comments.translatorComment,
        extractedComment: comments.extractedComment,
        descriptionLine: comments.descriptionLine,
        codeReferences:
          comments.codeReferences.length === 0 ? noComments.codeReferences : comments.codeReferences.slice(),
        flags: comments.flags.length === 0 ? noComments.flags : comments.flags.slice()
      }

const noComments: PoComments = {
  translatorComment: null,
  extractedComment: null,
  descriptionLine: null,
  codeReferences: [],
  flags: []
}

/** `src/app.ts:12`; a name without a line is a path alone. */
const parseReference = (item: string): CodeReference => {
  const colon = item.lastIndexOf(":")
  const line = item.slice(colon + 1)
  return colon > 0 && /^\d{1,9}$/.test(line)
    ? { path: item.slice(0, colon), line: Number(line) }
    : { path: item, line: null }
}
