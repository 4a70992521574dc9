import type { LintFinding } from "@dragoman/formats"
import { programVersion } from "../program-version.ts"
import { type LintedFile, messageWithPlace } from "./linted-file.ts"

/** Prints the findings as a SARIF log. Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export const sarifLog = (files: ReadonlyArray<LintedFile>) => {
  const rules = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort()
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Dragoman", version: programVersion, rules: rules.map((id) => ({ id })) } },
        // Columns of findings count UTF-16 units.
        columnKind: "utf16CodeUnits",
        results: files.flatMap(({ path, findings }) =>
          findings.map((finding) => ({
            ruleId: finding.code,
            ruleIndex: rules.indexOf(finding.code),
            level: finding.severity,
            message: { text: messageWithPlace(finding) },
            locations: [locationOf(path, finding)]
          }))
        )
      }
    ]
  }
}

const locationOf = (path: string, { entry, line, column, cell, excerpt }: LintFinding) => {
  const physicalLocation = { artifactLocation: { uri: uriOf(path) } }
  const inside = [entry, cell].filter((part) => part !== null).join(":")
  if (inside !== "") return { physicalLocation, logicalLocations: [{ fullyQualifiedName: inside }] }
  if (line === null || column === null) return { physicalLocation }
  const context = excerpt === null ? {} : { contextRegion: { startLine: line, snippet: { text: excerpt.text } } }
  return { physicalLocation: { ...physicalLocation, region: { startLine: line, startColumn: column }, ...context } }
}

/** Relative paths stay relative: code scanning resolves them from the root of the repository. */
const uriOf = (path: string): string => {
  const encoded = path.split("/").map(encodeURIComponent).join("/")
  if (/^[A-Za-z]:\//.test(path)) return `file:///${encoded.replace("%3A", ":")}`
  return path.startsWith("/") ? `file://${encoded}` : encoded
}
