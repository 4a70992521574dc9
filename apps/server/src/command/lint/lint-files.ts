import { readFileSync } from "node:fs"
import { lintFile } from "@dragoman/formats"
import { exitCode } from "../program.ts"
import { orProblem, translationFilesAt } from "../translation-files.ts"
import { readLintArguments } from "./lint-arguments.ts"
import { countFindings, printLintReport } from "./lint-report.ts"
import type { LintedFile } from "./linted-file.ts"

interface LintResult {
  readonly status: number
  readonly output: string
  /** Sentences for standard error. */
  readonly problems: ReadonlyArray<string>
}

/** Runs `dragoman lint` with the words after it: finds the files, checks one after the other, prints what was found. */
export const lintFiles = (words: ReadonlyArray<string>): LintResult => {
  const read = readLintArguments(words)
  if ("help" in read) return { status: exitCode.success, output: read.help, problems: [] }
  if ("problem" in read) return { status: exitCode.usage, output: "", problems: [read.problem] }
  const { paths, format, fileFormat, warningsAsErrors } = read
  const problems: Array<string> = []
  const files: Array<LintedFile> = []
  for (const path of new Set(paths.flatMap((path) => translationFilesAt(path, problems)))) {
    const bytes = orProblem(path, problems, () => readFileSync(path))
    if (bytes !== null) files.push({ path, findings: lintFile(bytes, { path, format: fileFormat }) })
  }
  const output = files.length === 0 && problems.length > 0 ? "" : printLintReport(files, format)
  if (problems.length > 0) return { status: exitCode.usage, output, problems }
  const failureCount = countFindings(files, "error") + (warningsAsErrors ? countFindings(files, "warning") : 0)
  return { status: failureCount > 0 ? exitCode.failure : exitCode.success, output, problems }
}
