import { Cause, Data } from "effect"
import { SqlError } from "effect/sql"

/**
 * Why the database does not work, though its statements are right: `unreachable` takes neither reads nor writes now;
 * `notWritable` has no space, or is read-only; `damaged` has content that cannot be read, until a backup is restored;
 * `overloaded`: this process has no file descriptor left, or could not start a thread.
 */
export type DatabaseOutage = "unreachable" | "notWritable" | "damaged" | "overloaded"

/** A defect: an outage that another thread has seen. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly outage: DatabaseOutage
  readonly cause: unknown
}> {}

/** The operation of errors on a connection that only reads. */
export const readOperation = "read"

/** Returns the outage that caused the error; null: an error of another kind, a defect of the program for example. */
export const outageOf = (cause: Cause.Cause<unknown>): DatabaseOutage | null => {
  for (const reason of cause.reasons) {
    const outage = Cause.isDieReason(reason)
      ? outageOfError(reason.defect)
      : Cause.isFailReason(reason)
        ? outageOfError(reason.error)
        : null
    if (outage !== null) return outage
  }
  return null
}

/** The message of the innermost error, of the driver or the system, when the database is the cause; null: another error. */
export const outageReason = (cause: Cause.Cause<unknown>): string | null =>
  outageOf(cause) === null ? null : rootMessage(cause)

/** The message of the innermost error. */
const rootMessage = (cause: Cause.Cause<unknown>): string => {
  let error = Cause.squash(cause)
  while (error instanceof Error && error.cause !== undefined && error.cause !== null) error = error.cause
  return error instanceof Error ? error.message : String(error)
}

/** No file system has space for an upload, or for the shared memory of a connection to SQLite. */
const fullDiskCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"])

/** The process, or the system, has too many open files. */
const openFilesCodes: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"])

const outageOfError = (error: unknown): DatabaseOutage | null => {
  if (error instanceof DatabaseUnavailable) return error.outage
  if (!SqlError.isSqlError(error)) return outageOfCode(codeOf(error))
  const { reason } = error
  const outage = outageOfCode(codeOf(reason.cause))
  // A reading connection takes no writes: a statement without a transaction, so a defect of the program.
  if (outage === "notWritable" && reason.operation === readOperation) return null
  if (outage !== null) return outage
  // PostgreSQL that is starting or stopping accepts connections and rejects them.
  return reason._tag === "ConnectionError" || reason.operation === "connect" ? "unreachable" : null
}

/** SQLSTATE of a write in a session that only reads: its server is a standby, or was told to take no writes. */
const readOnlyState = "25006"

/** PostgreSQL rejected a write because the session is read-only; another session may not be. */
export const isReadOnlySession = (error: SqlError.SqlError): boolean => codeOf(error.reason.cause) === readOnlyState

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

/** Maps a code of SQLite, or an SQLSTATE of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const outageOfCode = (code: string): DatabaseOutage | null => {
  if (/^SQLITE_(FULL|READONLY)/.test(code) || fullDiskCodes.has(code)) return "notWritable"
  if (openFilesCodes.has(code)) return "overloaded"
  // disk_full
  if (code === "53100" || code === readOnlyState) return "notWritable"
  // data_corrupted, index_corrupted
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code) || code === "XX001" || code === "XX002") return "damaged"
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return "unreachable"
  // Connection exceptions, too_many_connections, an operator or a crash that ends sessions, io_error.
  return /^08\w{3}$|^53300$|^57P0[1-3]$|^58030$/.test(code) ? "unreachable" : null
}
