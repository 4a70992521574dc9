import type { CodeReference } from "../imported-file.ts"

export interface CommentLine {
  /** With its `#`. */
  readonly text: string
  readonly lineNumber: number
}

/** What the comments of an entry say. Translator comments, previous texts and obsolete entries say nothing. */
export interface PoComments {
  /** `#.` lines joined by a space; null = none. */
  readonly description: string | null
  /** Of the first `#.` line. */
  readonly descriptionLine: number | null
  readonly codeReferences: ReadonlyArray<CodeReference>
  readonly flags: ReadonlyArray<string>
}

/** Source: reference "import-and-formats" 6.4. */
export const commentOf = (lines: ReadonlyArray<CommentLine>): PoComments => {
  if (lines.length === 0) return noComments
  const descriptions: Array<string> = []
  const codeReferences: Array<CodeReference> = []
  const flags: Array<string> = []
  let descriptionLine: number | null = null
  for (const { text, lineNumber } of lines) {
    const content = text.slice(2).trim()
    switch (text[1]) {
      case ".":
        descriptions.push(content)
        descriptionLine ??= lineNumber
        break
      case ":":
        for (const item of content.split(/\s+/)) if (item !== "") codeReferences.push(parseReference(item))
        break
      case ",":
        for (const flag of content.split(",")) flags.push(flag.trim())
        break
    }
  }
  const description = descriptions.length === 0 ? null : descriptions.join(" ")
  return { description, descriptionLine, codeReferences, flags }
}

const noComments: PoComments = { description: null, descriptionLine: null, codeReferences: [], flags: [] }

/** `src/app.ts:12`; a name without a line is a path alone. */
const parseReference = (item: string): CodeReference => {
  const found = /^(.+):(\d{1,9})$/.exec(item)
  return found === null ? { path: item, line: null } : { path: found[1] ?? item, line: Number(found[2]) }
}
