import type { CodeReference } from "../imported-file.ts"
import { formatLimits } from "../limits.ts"

/** What the comments of an entry say. Translator comments, previous texts and obsolete entries say nothing. */
export interface PoComments {
  /** `#.` lines joined by a space; null = none. */
  readonly description: string | null
  /** Of the first `#.` line. */
  readonly descriptionLine: number | null
  readonly codeReferences: ReadonlyArray<CodeReference>
  readonly flags: ReadonlyArray<string>
}

/** Comments while their lines are read. */
export interface CommentsInProgress {
  readonly descriptions: Array<string>
  descriptionLine: number | null
  readonly codeReferences: Array<CodeReference>
  readonly flags: Array<string>
}

/** No comments yet. */
export const startComments = (): CommentsInProgress => ({
  descriptions: [],
  descriptionLine: null,
  codeReferences: [],
  flags: []
})

/**
 * Adds one line, which starts with `#`. False = there are more references or flags than a file may hold.
 * Source: reference "import-and-formats" 6.4.
 */
export const addComment = (comments: CommentsInProgress, line: string, lineNumber: number): boolean => {
  switch (line[1]) {
    case ".":
      comments.descriptions.push(line.slice(2).trim())
      comments.descriptionLine ??= lineNumber
      return true
    case ":":
      for (const [item] of line.slice(2).matchAll(/\S+/g)) {
        if (comments.codeReferences.push(parseReference(item)) > formatLimits.valuesMax) return false
      }
      return true
    case ",":
      for (const [flag] of line.slice(2).matchAll(/[^\s,]+/g)) {
        if (comments.flags.push(flag) > formatLimits.valuesMax) return false
      }
      return true
    default:
      return true
  }
}

/** What the lines said together; null = there were none. */
export const finishComments = (comments: CommentsInProgress | null): PoComments => {
  if (comments === null) return noComments
  const { descriptions, descriptionLine, codeReferences, flags } = comments
  return {
    description: descriptions.length === 0 ? null : descriptions.join(" "),
    descriptionLine,
    codeReferences,
    flags
  }
}

const noComments: PoComments = { description: null, descriptionLine: null, codeReferences: [], flags: [] }

/** `src/app.ts:12`; a name without a line is a path alone. */
const parseReference = (item: string): CodeReference => {
  const found = /^(.+):(\d{1,9})$/.exec(item)
  return found === null ? { path: item, line: null } : { path: found[1] ?? item, line: Number(found[2]) }
}
