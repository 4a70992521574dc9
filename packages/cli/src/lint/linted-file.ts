import type { LintFinding } from "@dragoman/formats"

/** A file and its findings. */
export interface LintedFile {
  /** Path as given to the command, or below the folder that was; with slashes. */
  readonly path: string
  readonly findings: ReadonlyArray<LintFinding>
}

/** Prints the message after a place that has no line and column: a cell, a file in an archive. */
export const messageWithPlace = ({ entry, line, column, cell, message }: LintFinding): string => {
  if (entry === null && cell === null) return message
  const parts = entry === null ? [cell] : [entry, cell, line, column]
  return `${parts.filter((part) => part !== null).join(":")}: ${message}`
}
