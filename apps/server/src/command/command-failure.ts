import { postgresMin } from "@dragoman/domain/doctor"
import type { StoredPlace } from "@dragoman/store"
import { type Cause, Data } from "effect"
import { describeDatabase } from "../platform/settings/describe-settings.ts"
import type { SettingValues } from "../platform/settings/settings.ts"

export { explainFileError } from "../service/backup/explain-file-error.ts"

/** An error that a person can correct: `sentence` says what is wrong and what to do. Printed without a stack trace. */
export class CommandFailure extends Data.TaggedError("CommandFailure")<{ readonly sentence: string }> {}

type Starting = "server" | "command"

/**
 * Explains a failed start, of a command by default, whose cause a person can correct; null for any other cause, which
 * is a defect of the program. Searches nested errors too.
 */
export const explainStartFailure = (
  cause: Cause.Cause<unknown>,
  settings: SettingValues,
  starting: Starting = "command"
): string | null => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : null
    for (const inner of withInner(error)) {
      const sentence = explain(inner, settings, starting)
      if (sentence !== null) return sentence
    }
  }
  return null
}

type Fields = Readonly<Record<string, unknown>>

/** Depth of nested errors that is searched. */
const depthMax = 8

const withInner = (error: unknown, depth = 0): ReadonlyArray<Fields> => {
  if (typeof error !== "object" || error === null || depth > depthMax) return []
  const fields = error as Fields
  const inner = Array.isArray(fields["errors"]) ? fields["errors"] : []
  return [fields, ...[fields["reason"], fields["cause"], ...inner].flatMap((one) => withInner(one, depth + 1))]
}

const explain = (error: Fields, settings: SettingValues, starting: Starting): string | null => {
  if (["CommandFailure", "FilesNotUnpacked", "MoveFailed"].includes(String(error["_tag"]))) {
    return String(error["sentence"])
  }
  if (error["_tag"] === "SqliteInUse") {
    const file = describeDatabase(settings.database)
    return starting === "server"
      ? `${file} is used by another server: stop it, set another DRAGOMAN_DATA_DIR, or use PostgreSQL for several servers.`
      : `${file} is used by a server: stop it first. Nothing was changed.`
  }
  if (error["_tag"] === "DatabaseTooNew") {
    return `The database has schema version ${error["databaseVersion"]}, this program knows ${error["programVersion"]}: run the newer program, or go back with \`dragoman migrate down --to ${error["programVersion"]}\` or \`dragoman rollback\`.`
  }
  if (error["_tag"] === "DatabaseUnfinished") {
    return `${describeDatabase(settings.database)} is an unfinished copy: run \`dragoman copy\` or \`dragoman restore\` again, which continues it.`
  }
  if (error["_tag"] === "DatabaseEncodingUnfit") {
    return `The database ${describeDatabase(settings.database)} has the encoding ${error["encoding"]}, which has not every character: create one with \`createdb --encoding=UTF8 --template=template0\`.`
  }
  if (error["_tag"] === "DatabaseEngineOutdated") {
    return `${describeDatabase(settings.database)} is PostgreSQL ${error["version"]}: upgrade it to ${postgresMin} or later. Nothing was changed.`
  }
  if (error["_tag"] === "DatabaseOfAnotherProgram") {
    const database = describeDatabase(settings.database)
    return error["program"] === "Tolgee"
      ? `${database} is a database of Tolgee, which Dragoman does not read: set DRAGOMAN_DATABASE_URL to an empty database, and move the projects with \`tolgee pull\` and \`tolgee push\`. Nothing was changed.`
      : `${database} is the database of another program (it has a table "${error["table"]}"): set DRAGOMAN_DATABASE_URL to an empty database. Nothing was changed.`
  }
  if (error["_tag"] === "SessionsShared") {
    return `A connection pooler in front of ${describeDatabase(settings.database)} shares sessions between connections, and some work needs sessions that last: name PostgreSQL itself in DRAGOMAN_DATABASE_DIRECT_URL. The pooler stays in DRAGOMAN_DATABASE_URL, in transaction mode (PgBouncer: pool_mode = transaction).`
  }
  if (error["_tag"] === "EncryptionKeyUnknown") {
    return error["hasKeys"] === true
      ? `DRAGOMAN_ENCRYPTION_KEY does not have the key ${error["keyId"]}, under which the database is encrypted: set that key. During a rotation name both, the new one first.`
      : `The database is encrypted under the key ${error["keyId"]}: set DRAGOMAN_ENCRYPTION_KEY to that key.`
  }
  if (error["_tag"] === "EncryptedValueDamaged") {
    const { table, row, column } = error["place"] as StoredPlace
    return `A stored secret cannot be decrypted (table ${table}, row ${row}, column ${column}): it was changed outside the server. Restore a backup.`
  }
  if (error["_tag"] === "ListenFailed") {
    return `Listening for metrics on ${error["host"]}:${error["port"]} failed: check DRAGOMAN_METRICS_PORT and DRAGOMAN_METRICS_HOST.`
  }
  const code = String(error["code"] ?? "")
  if (error["syscall"] === "listen" || (error["syscall"] === "getaddrinfo" && error["hostname"] === settings.host)) {
    return explainListen(code, settings)
  }
  if (code.startsWith("SQLITE_")) return explainSqlite(code, settings)
  return settings.database.engine === "postgres" ? explainPostgres(code, settings) : null
}

const explainListen = (code: string, { host, port }: SettingValues): string | null => {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use: stop what listens there, or choose another one with DRAGOMAN_PORT (0 picks a free one).`
    case "EACCES":
      return `This user may not listen on port ${port}: choose one above 1023 with DRAGOMAN_PORT.`
    case "EADDRNOTAVAIL":
      return `${host} is not an address of this machine: set DRAGOMAN_HOST to one that is, or to 0.0.0.0 for all of them.`
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not known: set DRAGOMAN_HOST to an address of this machine, or to 0.0.0.0 for all of them.`
    default:
      return null
  }
}

const explainSqlite = (code: string, { database }: SettingValues): string | null => {
  const file = describeDatabase(database)
  if (code.startsWith("SQLITE_NOTADB")) return `${file} is not a database: move the file away, or restore a backup.`
  if (code.startsWith("SQLITE_CORRUPT")) return `${file} is damaged: move the file away and restore a backup.`
  if (code.startsWith("SQLITE_CANTOPEN")) return `${file} cannot be opened: check that this user may read and write it.`
  if (code.startsWith("SQLITE_READONLY"))
    return `${file} cannot be written: check its owner and the mode of its folder.`
  if (code.startsWith("SQLITE_BUSY")) return `${file} is locked by another program: stop it, and start again.`
  return code.startsWith("SQLITE_FULL") ? `No space is left for ${file}.` : null
}

const explainPostgres = (code: string, { database }: SettingValues): string | null => {
  const address = describeDatabase(database)
  switch (code) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ETIMEDOUT":
      return `The database ${address} does not respond (${code}): check DRAGOMAN_DATABASE_URL, and that PostgreSQL runs.`
    case "08P01":
      return `A connection pooler in front of ${address} rejects the connection: name PostgreSQL itself in DRAGOMAN_DATABASE_DIRECT_URL, or let the pooler ignore the startup parameters (docs/operations.md, PostgreSQL), and check the name of the database.`
    case "28P01":
    case "28000":
      return `The database ${address} rejects the user or the password: check DRAGOMAN_DATABASE_URL.`
    case "3D000":
      return `The database ${address} does not exist: create it with \`createdb\`.`
    case "42501":
      return `The user of ${address} may not create tables, or a schema for the copy before a migration: grant CREATE on the schema and on the database, or make it the owner of both.`
    case "55P03":
    case "40P01":
      return `A table of ${address} was in use for ten minutes, so that the schema could not be changed: end the long transaction (pg_stat_activity shows it), or stop the servers.`
    case "53300":
      return `The database ${address} has no connection left: raise max_connections.`
    default:
      return null
  }
}
