import { readdirSync, readFileSync, statSync } from "node:fs"
import { sep } from "node:path"
import { isArchivePath, isSupportedPath, lintFile } from "@dragoman/formats"
import { exitCode } from "../program.ts"
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
  for (const path of new Set(paths.flatMap((path) => filesAt(path, problems)))) {
    const bytes = orProblem(path, problems, () => readFileSync(path))
    if (bytes !== null) files.push({ path, findings: lintFile(bytes, { path, format: fileFormat }) })
  }
  const output = files.length === 0 && problems.length > 0 ? "" : printLintReport(files, format)
  if (problems.length > 0) return { status: exitCode.usage, output, problems }
  const failureCount = countFindings(files, "error") + (warningsAsErrors ? countFindings(files, "warning") : 0)
  return { status: failureCount > 0 ? exitCode.failure : exitCode.success, output, problems }
}

/** The path as it is printed, with slashes and without `./`; for a folder its files. */
const filesAt = (given: string, problems: Array<string>): ReadonlyArray<string> => {
  const path = given.replaceAll(sep, "/").replace(/^(?:\.\/+)+(?=.)/, "")
  const isFolder = orProblem(path, problems, () => statSync(path).isDirectory())
  if (isFolder === null) return []
  if (!isFolder) return [path]
  const problemCount = problems.length
  const files = filesBelow(path.replace(/(?<=.)\/+$/, ""), problems)
  if (files.length === 0 && problems.length === problemCount) problems.push(`${path} has no translation files.`)
  return files
}

/** In the order of their names. Neither hidden ones nor those of installed packages; links to folders are not followed. */
const filesBelow = (folder: string, problems: Array<string>): ReadonlyArray<string> => {
  const entries = orProblem(folder, problems, () => readdirSync(folder, { withFileTypes: true })) ?? []
  const prefix = folder === "." ? "" : folder === "/" ? "/" : `${folder}/`
  return entries
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`
      if (entry.isDirectory()) return filesBelow(path, problems)
      const isCandidate = isSupportedPath(entry.name) || isArchivePath(entry.name)
      const isFile = entry.isFile() || (entry.isSymbolicLink() && isLinkToFile(path))
      return isCandidate && isFile ? [path] : []
    })
}

const isLinkToFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const orProblem = <A>(path: string, problems: Array<string>, run: () => A): A | null => {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    problems.push(`${path} cannot be read${reasons[String(error.code)] ?? ` (${String(error.code)})`}.`)
    return null
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: ": it does not exist",
  ENOTDIR: ": a part of the path is a file, not a folder",
  EACCES: " by this user",
  ERR_FS_FILE_TOO_LARGE: ": it is larger than 2 GB"
}
