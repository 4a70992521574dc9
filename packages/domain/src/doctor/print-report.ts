import type { DoctorReport } from "./examine.ts"
import type { Severity } from "./finding.ts"
import { countText } from "./words.ts"

const widthMax = 80
const labels: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARNING", info: "INFO" }

/** The report for people, no line longer than 80 columns unless one word is. */
export const printReport = ({ version, checks, findings, counts }: DoctorReport): string => {
  const skipped = checks.filter(({ isDone }) => !isDone).map(({ name }) => name)
  const lines = [
    `Dragoman ${version}: ${countText(checks.length - skipped.length, "check")} of ${checks.length} done.`,
    ...(skipped.length === 0 ? [] : wrap(`Not done: ${skipped.join(", ")}.`, "")),
    "",
    ...findings.flatMap(({ id, severity, what, where, whatToDo }) => [
      `${labels[severity].padEnd(8)} ${id}`,
      ...wrap(what, "  "),
      ...wrap(`Where: ${where}`, "  "),
      ...wrap(`To do: ${whatToDo}`, "  "),
      ""
    ]),
    findings.length === 0
      ? "Nothing was found."
      : `Found: ${countText(counts.error, "error")}, ${countText(counts.warning, "warning")}, ${counts.info} for information.`
  ]
  return lines.join("\n")
}

/** Words that are longer than a line, such as addresses, stay whole. */
const wrap = (text: string, indent: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && indent.length + longer.length > widthMax) {
      lines.push(indent + line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, indent + line]
}
