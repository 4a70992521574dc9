import { checkNames, findingIds, severities } from "@dragoman/domain/doctor"
import { Schema } from "effect"
import { field } from "../field.ts"

const count = (severity: string) => field(Schema.Int, `Number of findings of the severity ${severity}.`, 1)

/** The same as `dragoman doctor --json` prints. */
export const ServerFindingsModel = Schema.Struct({
  checkedAt: field(Schema.Int, "When the server was examined, in epoch milliseconds.", 1_795_400_000_000),
  version: field(Schema.String, "Version of Dragoman.", "0.9.0"),
  counts: field(
    Schema.Struct({ error: count("error"), warning: count("warning"), info: count("info") }),
    "Number of findings by severity."
  ),
  checks: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.Literals(checkNames), "What is checked."),
        isDone: field(
          Schema.Boolean,
          "False: the check needs something that was not there, such as the database.",
          true
        )
      })
    ),
    "All checks."
  ),
  findings: field(
    Schema.Array(
      Schema.Struct({
        id: field(Schema.Literals(findingIds), "What was found, for programs. It never changes its meaning."),
        check: field(Schema.Literals(checkNames), "The check that has found it."),
        severity: field(
          Schema.Literals(severities),
          "How bad it is. With error, something does not work or data is in danger; with warning, it should be changed; with info, it is good to know."
        ),
        params: field(
          Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number])),
          "What was measured, by name, for sentences in other languages. The end of a name says the unit: Bytes, Millis, or At for epoch milliseconds.",
          { freeBytes: 48_000_000, totalBytes: 20_000_000_000 }
        ),
        what: field(
          Schema.String,
          "What was found, in English.",
          "Every visitor may sign up, with any e-mail address."
        ),
        where: field(
          Schema.String,
          "A setting, file, table, host or project that it is about.",
          "DRAGOMAN_REGISTRATION"
        ),
        whatToDo: field(Schema.String, "What the operator should do, in English.", "Set it to invitation.")
      })
    ),
    "What was found, the worst first."
  )
})
export type ServerFindingsModel = typeof ServerFindingsModel.Type
