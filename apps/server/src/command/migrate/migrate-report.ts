import type { SchemaCopy } from "@dragoman/store"
import type { Cause } from "effect"

/** The output of `dragoman migrate status`, also as JSON. Times are epoch milliseconds. */
export interface MigrationStatus {
  /** The newest schema version that the program knows. */
  readonly programVersion: number
  /** Schema version of the database; 0: there is no schema yet. */
  readonly databaseVersion: number
  /** Whether a server of this program starts on the database without changing its schema. */
  readonly works: boolean
  /** Whether servers of the present schema may run while this program migrates it, and afterwards. */
  readonly canRoll: boolean
  readonly pending: ReadonlyArray<{ readonly version: number; readonly name: string }>
  readonly applied: ReadonlyArray<{
    readonly version: number
    readonly name: string
    readonly appliedAt: number
    readonly canBeUndone: boolean
    /** Data that its undo loses; null: none. */
    readonly loses: string | null
  }>
  readonly copies: ReadonlyArray<SchemaCopy>
}

export const printStatus = ({
  programVersion,
  databaseVersion,
  works,
  canRoll,
  pending,
  applied,
  copies
}: MigrationStatus): string =>
  [
    `The program knows schema ${programVersion}, the database has ${databaseVersion === 0 ? "no schema yet" : `schema ${databaseVersion}`}. ${explain(databaseVersion, programVersion, works, canRoll)}`,
    "",
    ...applied.map(
      ({ version, name, appliedAt, canBeUndone, loses }) =>
        `${String(version).padStart(4)}  ${day(appliedAt)}  ${name.padEnd(18)}  ${wayBack(canBeUndone, loses)}`
    ),
    ...pending.map(({ version, name }) => `${String(version).padStart(4)}  pending     ${name}`),
    "",
    copies.length === 0 ? "There are no copies from before a change." : "Copies, for `dragoman rollback COPY`:",
    ...copies.map(
      ({ name, reason, schemaVersion, bytes }) =>
        `  ${name}  schema ${schemaVersion}, ${(bytes / 1e6).toFixed(1)} MB${reason === "putAside" ? ", put aside by a rollback" : ""}`
    )
  ].join("\n")

const explain = (databaseVersion: number, programVersion: number, works: boolean, canRoll: boolean): string => {
  if (databaseVersion < programVersion) {
    const others = canRoll ? "may run meanwhile" : "have to be stopped before"
    return `\`dragoman serve\` and \`dragoman migrate up\` migrate it; servers and dispatchers of its schema ${others}.`
  }
  if (databaseVersion === programVersion) return "They fit."
  return works
    ? "This program works with the newer schema."
    : `This program does not work with it: go back with \`dragoman migrate down --to ${programVersion}\` or \`dragoman rollback\`.`
}

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const wayBack = (canBeUndone: boolean, loses: string | null): string => {
  if (!canBeUndone) return "cannot be undone"
  return loses === null ? "can be undone" : `can be undone; loses ${loses}`
}

type Fields = Readonly<Record<string, unknown>>

/** Explains a failure that only commands about the schema have; null for all others. */
export const explainMigrationFailure = (cause: Cause.Cause<unknown>): string | null => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : null
    const sentence = typeof error === "object" && error !== null ? explainError(error as Fields) : null
    if (sentence !== null) return sentence
  }
  return null
}

const explainError = (error: Fields): string | null => {
  switch (error["_tag"]) {
    case "SchemaVersionUnknown": {
      const versions = error["versions"] as ReadonlyArray<number>
      return versions.length === 0
        ? "The database has no older schema that it could go back to. Nothing was changed."
        : `The database cannot go back to schema ${error["wanted"]}, only to ${versions.join(", ")}. Nothing was changed.`
    }
    case "MigrationNotUndoable":
      return `Migration ${error["version"]} (${error["name"]}) cannot be undone: go back with \`dragoman rollback\` to the copy from before. Nothing was changed.`
    case "ContentPartitioned":
      return "Keys and translations lie in partitions, which no older schema has: run `dragoman partition join content` first. Nothing was changed."
    case "SchemaCopyUnknown":
      return `${error["name"]} is not a copy of this database: \`dragoman migrate status\` lists them.`
    case "SchemaCopyTooNew":
      return `${error["name"]} has schema ${error["schemaVersion"]}, which this program does not know: use the newer program. Nothing was changed.`
    default:
      return null
  }
}
