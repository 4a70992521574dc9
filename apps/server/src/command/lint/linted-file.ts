import type { LintFinding } from "@dragoman/formats"

/** A file, and what was found in it. */
export interface LintedFile {
  /** Path as given to the command, or below the folder that was; with slashes. */
  readonly path: string
  readonly findings: ReadonlyArray<LintFinding>
}

/** The message after the place that a line and a column of the file cannot say: a cell, a file in an archive. */
export const messageWithPlace = ({ entry, line, column, cell, message }: LintFinding): string => {
  if (entry === null && cell === null) return message
  const parts = entry === null ? [cell] : [entry, cell, line, column]
  return `${parts.filter((part) => part !== null).join(":")}: ${message}`
}
