import type { LintFinding } from "@dragoman/formats"
import type { LintedFile } from "./linted-file.ts"

// A list of findings that a team knows and lives with for now: new ones stand out. Lines and columns are not in it, so that edits
// elsewhere in a file bring none of them back.

/** The baseline of these findings, as JSON: sorted, one line each, so that versions of it are compared by line. */
export const printBaseline = (files: ReadonlyArray<LintedFile>): string =>
  `${JSON.stringify(files.flatMap(({ path, findings }) => findings.map((one) => identityOf(path, one))).sort(), null, 2)}\n`

/** Null = the content is no baseline. */
export const readBaseline = (content: string): ReadonlyArray<string> | null => {
  try {
    const read: unknown = JSON.parse(content)
    return Array.isArray(read) && read.every((one) => typeof one === "string") ? read : null
  } catch {
    return null
  }
}

/** The files without the findings that are known; of several alike as many stay as are new. */
export const withoutKnown = (
  files: ReadonlyArray<LintedFile>,
  known: ReadonlyArray<string>
): ReadonlyArray<LintedFile> => {
  const left = new Map<string, number>()
  for (const identity of known) left.set(identity, (left.get(identity) ?? 0) + 1)
  return files.map(({ path, findings }) => ({
    path,
    findings: findings.filter((finding) => {
      const identity = identityOf(path, finding)
      const count = left.get(identity) ?? 0
      left.set(identity, count - 1)
      return count <= 0
    })
  }))
}

const identityOf = (path: string, { entry, keyName, code, message }: LintFinding): string =>
  [path, entry ?? "", keyName ?? "", code, message].join(" | ")
