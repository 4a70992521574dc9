import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import type { DatabaseContent, DatabaseFacts } from "@dragoman/domain/doctor"
import { outageOf, SessionsShared } from "@dragoman/store"
import { Cause, Effect, Exit } from "effect"
import { describeDatabase } from "../../platform/settings/describe-settings.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { mayWrite } from "./machine-facts.ts"

/** The database as it was read, or the reason why it could not be read. For a file, with facts of the file system. */
export const describeContent = Effect.fnUntraced(function* (
  database: SettingValues["database"],
  exit: Exit.Exit<DatabaseContent, unknown>
) {
  const address = describeDatabase(database)
  const { engine } = database
  if (Exit.isFailure(exit)) {
    const closed: DatabaseFacts = { engine, address, ...closedState(exit.cause), content: null }
    return closed
  }
  const ofFile = database.engine === "sqlite" ? yield* readFile(database.filename) : null
  const { space, isReadOnly } = exit.value
  const facts: DatabaseFacts = {
    engine,
    address,
    state: "open",
    code: null,
    content:
      ofFile === null
        ? exit.value
        : { ...exit.value, isReadOnly: isReadOnly || !ofFile.mayWrite, space: { ...space, logBytes: ofFile.logBytes } }
  }
  return facts
})

/** Describes a SQLite file that does not exist. It is not opened, because that would create it. */
export const missingDatabase = (database: SettingValues["database"]): DatabaseFacts => ({
  engine: database.engine,
  address: describeDatabase(database),
  state: "missing",
  code: null,
  content: null
})

/** Reads the length of SQLite's log beside the file; 0: there is no log. */
const readFile = (filename: string) =>
  Effect.tryPromise(() => stat(`${filename}-wal`)).pipe(
    Effect.map(({ size }) => size),
    Effect.orElseSucceed(() => 0),
    Effect.map((logBytes) => ({ logBytes, mayWrite: mayWrite(filename) && mayWrite(dirname(filename)) }))
  )

/** SQLSTATE of PostgreSQL for a database that does not exist. */
const missingCode = "3D000"
/** Codes for a wrong user or password, a missing right to connect, or a file of another user. */
const rejectedCode = /^(28\w{3}|42501|EACCES|EPERM|SQLITE_(CANTOPEN|PERM|AUTH|READONLY)\w*)$/

const closedState = (cause: Cause.Cause<unknown>): Pick<DatabaseFacts, "state" | "code"> => {
  const error = Cause.squash(cause)
  if (error instanceof SessionsShared) return { state: "pooled", code: null }
  const code = codeIn(error)
  if (code === missingCode) return { state: "missing", code }
  if (code !== null && rejectedCode.test(code)) return { state: "rejected", code }
  const outage = outageOf(cause)
  const isUnreadable = outage === "damaged" || outage === null
  return { state: isUnreadable ? "unreadable" : "unreachable", code }
}

/** Depth of nested errors that is searched. */
const depthMax = 8

/** Finds the first code of the system or of the database in an error and in those that caused it. */
export const codeIn = (error: unknown, depth = 0): string | null => {
  if (typeof error !== "object" || error === null || depth > depthMax) return null
  const fields = error as Readonly<Record<string, unknown>>
  const { code } = fields
  if (typeof code === "string" && /^[A-Z0-9_]{4,}$/.test(code)) return code
  const inner = Array.isArray(fields["errors"]) ? fields["errors"] : []
  for (const one of [fields["reason"], fields["cause"], ...inner]) {
    const found = codeIn(one, depth + 1)
    if (found !== null) return found
  }
  return null
}
