import { checkNames, findingIds, severities } from "@dragoman/domain/doctor"
import { Schema } from "effect"
import { field } from "../field.ts"

const count = (severity: string) => field(Schema.Int, `Number of findings of the severity ${severity}.`, 1)

/** The findings that `dragoman doctor --json` prints. */
export const ServerFindingsModel = Schema.Struct({
  checkedAt: field(Schema.Int, "Time of the examination in epoch milliseconds.", 1_795_400_000_000),
  version: field(Schema.String, "Version of Dragoman.", "0.9.0"),
  counts: field(
    Schema.Struct({ error: count("error"), warning: count("warning"), info: count("info") }),
    "Number of findings by severity."
  ),
  checks: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.Literals(checkNames), "Name of the check."),
        isDone: field(Schema.Boolean, "Whether the check ran; false without the database, for example.", true)
      })
    ),
    "All checks."
  ),
  findings: field(
    Schema.Array(
      Schema.Struct({
        id: field(Schema.Literals(findingIds), "Code of the finding, for programs. Its meaning never changes."),
        check: field(Schema.Literals(checkNames), "Check with this finding."),
        severity: field(
          Schema.Literals(severities),
          "Severity. With error, something does not work or data is in danger; with warning, it should be changed; with info, it is good to know."
        ),
        params: field(
          Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number])),
          "Measured values by name, for sentences in other languages. The end of a name says the unit: Bytes, Millis, or At for epoch milliseconds.",
          { freeBytes: 48_000_000, totalBytes: 20_000_000_000 }
        ),
        what: field(Schema.String, "The finding, in English.", "Every visitor may sign up, with any e-mail address."),
        where: field(Schema.String, "Setting, file, table, host or project of the finding.", "DRAGOMAN_REGISTRATION"),
        whatToDo: field(Schema.String, "Advice for the operator, in English.", "Set it to invitation.")
      })
    ),
    "Findings, the most severe first."
  )
})
export type ServerFindingsModel = typeof ServerFindingsModel.Type
