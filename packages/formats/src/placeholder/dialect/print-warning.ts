/** The loss of a text in another spelling, or why it was written as it is stored. */
export interface PrintWarning {
  readonly reason: PrintWarningReason
  /** For a person; several warnings of one text are one sentence behind the other. */
  readonly sentence: string
}

/**
 * `invalidMessage`, `choice`, `argument`, `literalText`: the text is written as it is stored.
 * `leftOut`: the text is not written.
 * The others: it is written in the target's spelling, and reading it back gives another text.
 */
export type PrintWarningReason =
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
  | "sourceText"
  | "separateForms"
  | "emptyItem"
  | "otherName"
  | "keyName"
  | "leftOut"
  | "readsAsPlural"
  | "description"

/** One warning of several, each reason once. Null = no warning. */
export const joinWarnings = (warnings: ReadonlyArray<PrintWarning | null>): PrintWarning | null => {
  const only = warnings.find((warning) => warning !== null) ?? null
  if (warnings.every((warning) => warning === null || warning === only)) return only
  const sentences = new Map<PrintWarningReason, string>()
  for (const warning of warnings) {
    if (warning !== null && !sentences.has(warning.reason)) sentences.set(warning.reason, warning.sentence)
  }
  const [first] = sentences.keys()
  return first === undefined ? null : { reason: first, sentence: [...sentences.values()].join(" ") }
}
