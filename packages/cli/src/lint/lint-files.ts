import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { defaultReadOptions, type LintBase, lintFile, readKeyUse, readLintBase } from "@dragoman/formats"
import { exitCode } from "../exit-code.ts"
import { orProblem, translationFilesAt } from "../translation-files.ts"
import { readLintArguments } from "./lint-arguments.ts"
import { printBaseline, readBaseline, withoutKnown } from "./lint-baseline.ts"
import { countFindings, printLintReport } from "./lint-report.ts"
import type { LintedFile } from "./linted-file.ts"
import { sourceTextsAt } from "./source-texts.ts"

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
  const { paths, format, fileFormat, warningsAsErrors, basePath, checks, sources, baselinePath, updatesBaseline } = read
  const problems: Array<string> = []
  const base = basePath === null ? null : readBaseAt(basePath, fileFormat, problems)
  const known = baselinePath === null || updatesBaseline ? [] : readBaselineAt(baselinePath, problems)
  if (problems.length > 0) return { status: exitCode.usage, output: "", problems }
  const found: Array<LintedFile> = []
  const linted = new Set(paths.flatMap((path) => translationFilesAt(path, problems)))
  const translations = new Set([...linted, ...(basePath === null ? [] : [basePath])].map((path) => resolve(path)))
  const problemCount = problems.length
  const isKeyUsed = sources.length === 0 ? null : readKeyUse(sourceTextsAt(sources, translations, problems))
  // Without a part of the sources, keys that are used would be reported.
  if (problems.length > problemCount) return { status: exitCode.usage, output: "", problems }
  const isBaseLinted = basePath !== null && [...linted].some((path) => resolve(path) === resolve(basePath))
  for (const path of linted) {
    const bytes = orProblem(path, problems, () => readFileSync(path))
    if (bytes === null) continue
    const isBase = basePath !== null && resolve(path) === resolve(basePath)
    const ofTexts = basePath === null ? {} : { base: isBase ? null : base, ...(checks === null ? {} : { checks }) }
    // A key of the base file is reported there, and not once more for each language.
    const ofKeys = isKeyUsed === null || (isBaseLinted && !isBase) ? {} : { isKeyUsed }
    found.push({ path, findings: lintFile(bytes, { path, format: fileFormat, ...ofTexts, ...ofKeys }) })
  }
  const files = withoutKnown(found, known)
  const output = files.length === 0 && problems.length > 0 ? "" : printLintReport(files, format)
  if (problems.length > 0) return { status: exitCode.usage, output, problems }
  if (baselinePath !== null && updatesBaseline) {
    writeFileSync(baselinePath, printBaseline(found))
    return { status: exitCode.success, output, problems }
  }
  const failureCount = countFindings(files, "error") + (warningsAsErrors ? countFindings(files, "warning") : 0)
  return { status: failureCount > 0 ? exitCode.failure : exitCode.success, output, problems }
}

const readBaseAt = (path: string, fileFormat: string | null, problems: Array<string>): LintBase | null => {
  const bytes = orProblem(path, problems, () => readFileSync(path))
  if (bytes === null) return null
  const base = readLintBase(bytes, { ...defaultReadOptions, path, format: fileFormat })
  if (!("problem" in base)) return base
  problems.push(`${path} cannot be the base file: ${base.problem}`)
  return null
}

const readBaselineAt = (path: string, problems: Array<string>): ReadonlyArray<string> => {
  const content = orProblem(path, problems, () => readFileSync(path, "utf8"))
  if (content === null) return []
  const baseline = readBaseline(content)
  if (baseline === null) problems.push(`${path} is no baseline: write one with --update-baseline.`)
  return baseline ?? []
}
