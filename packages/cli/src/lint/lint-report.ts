import { type LintFinding, visibleText } from "@dragoman/formats"
import type { LintFormat } from "./lint-arguments.ts"
import { type LintedFile, messageWithPlace } from "./linted-file.ts"
import { sarifLog } from "./sarif-log.ts"

/** Prints the output of `dragoman lint`. Source: docs/lint.md. */
export const printLintReport = (files: ReadonlyArray<LintedFile>, format: LintFormat): string => {
  switch (format) {
    case "text":
      return printText(files)
    case "json":
      return `${JSON.stringify(jsonReport(files), null, 2)}\n`
    case "sarif":
      return `${JSON.stringify(sarifLog(files), null, 2)}\n`
    case "github":
      return eachFinding(files, githubCommand)
  }
}

export const countFindings = (files: ReadonlyArray<LintedFile>, severity: LintFinding["severity"]): number =>
  files.reduce((count, { findings }) => count + findings.filter((one) => one.severity === severity).length, 0)

const eachFinding = (files: ReadonlyArray<LintedFile>, print: (path: string, finding: LintFinding) => string): string =>
  files.flatMap(({ path, findings }) => findings.map((finding) => print(path, finding))).join("")

/** Prints places as compilers do: editors and CI systems turn such lines into links. */
const printText = (files: ReadonlyArray<LintedFile>): string => {
  const counts = [
    counted(countFindings(files, "error"), "error"),
    counted(countFindings(files, "warning"), "warning")
  ].join(", ")
  return `${eachFinding(files, printFinding)}${counts} in ${counted(files.length, "file")}\n`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const printFinding = (path: string, finding: LintFinding): string => {
  const { severity, code, message, entry, line, column, cell, excerpt } = finding
  const place = [path, entry, cell, line, column].filter((part) => part !== null).join(":")
  const headline = `${visibleText(`${place}: ${severity}: ${message}`)} [${code}]\n`
  if (excerpt === null) return headline
  const gutter = line === null ? "" : String(line)
  const empty = " ".repeat(gutter.length)
  return `${headline}  ${gutter} | ${excerpt.text}\n  ${empty} | ${" ".repeat(excerpt.caret)}^\n`
}

const jsonReport = (files: ReadonlyArray<LintedFile>) => ({
  fileCount: files.length,
  errorCount: countFindings(files, "error"),
  warningCount: countFindings(files, "warning"),
  findings: files.flatMap(({ path, findings }) => findings.map((finding) => ({ path, ...finding })))
})

/**
 * Prints a workflow command of GitHub Actions, which shows the finding at the line of a pull request. Source:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
const githubCommand = (path: string, finding: LintFinding): string => {
  const { severity, code, line, column } = finding
  // Lines of a file in an archive are no lines of the archive.
  const isPlaced = finding.entry === null && line !== null && column !== null
  const properties = [
    ["file", path],
    ...(isPlaced ? [["line", String(line)] as const, ["col", String(column)] as const] : []),
    ["title", code]
  ] as const
  const printed = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(",")
  return `::${severity} ${printed}::${escapeData(visibleText(messageWithPlace(finding)))}\n`
}

const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
