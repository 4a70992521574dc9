/** What a text loses on its way into another spelling, or why it was written as it is stored. */
export interface PrintedNotice {
  readonly reason: PrintedNoticeReason
  /** For a person; several notices of one text are one sentence behind the other. */
  readonly sentence: string
}

/**
 * `invalidMessage`, `choice`, `argument`, `literalText`: the text is written as it is stored.
 * `leftOut`: the text is not written.
 * The others: it is written in the target's spelling, and reading it back gives another text.
 */
export type PrintedNoticeReason =
  | "invalidMessage"
  | "choice"
  | "argument"
  | "literalText"
  | "argumentName"
  | "argumentNumber"
  | "argumentFormat"
  | "keptPlaceholder"
  | "exactForm"
  | "emptyForm"
  | "pluralText"
  | "unusedForm"
  | "lineEnds"
  | "controlCharacters"
  | "markup"
  | "separateForms"
  | "otherName"
  | "leftOut"
  | "readsAsPlural"

/** One notice of several: each reason is told once. Null = nothing to tell. */
export const joinNotices = (notices: Iterable<PrintedNotice | null>): PrintedNotice | null => {
  const sentences = new Map<PrintedNoticeReason, string>()
  for (const notice of notices) {
    if (notice !== null && !sentences.has(notice.reason)) sentences.set(notice.reason, notice.sentence)
  }
  const [first] = sentences.keys()
  return first === undefined ? null : { reason: first, sentence: [...sentences.values()].join(" ") }
}
