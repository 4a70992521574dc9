import { Cause } from "effect"
import { assert, describe, it } from "vitest"
import type { SettingValues } from "../platform/settings/settings.ts"
import { testSettings } from "../testing/test-server.ts"
import { CommandFailure, explainStartFailure } from "./command-failure.ts"

const onSqlite: SettingValues = { ...testSettings("/data"), host: "build.internal", port: 80 }
const onPostgres: SettingValues = { ...onSqlite, database: { engine: "postgres", url: "postgres://u:hunter2@db/d" } }

const failed = (fields: object, settings = onSqlite) =>
  explainStartFailure(Cause.fail({ cause: { reason: { cause: { errors: [fields] } } } }), settings)

describe("a start that failed", () => {
  it.each([
    [{ syscall: "listen", code: "EADDRINUSE" }, onSqlite, "DRAGOMAN_PORT"],
    [{ syscall: "listen", code: "EACCES" }, onSqlite, "above 1023"],
    [{ syscall: "listen", code: "EADDRNOTAVAIL" }, onSqlite, "DRAGOMAN_HOST"],
    [{ syscall: "getaddrinfo", code: "ENOTFOUND", hostname: "build.internal" }, onPostgres, "DRAGOMAN_HOST"],
    [{ syscall: "getaddrinfo", code: "ENOTFOUND", hostname: "db" }, onPostgres, "DRAGOMAN_DATABASE_URL"],
    [{ code: "ECONNREFUSED" }, onPostgres, "PostgreSQL runs"],
    [{ code: "28P01" }, onPostgres, "password"],
    [{ code: "3D000" }, onPostgres, "createdb"],
    [{ code: "42501" }, onPostgres, "grant CREATE"],
    [{ code: "53300" }, onPostgres, "max_connections"],
    [{ code: "SQLITE_NOTADB" }, onSqlite, "is not a database"],
    [{ code: "SQLITE_CORRUPT_INDEX" }, onSqlite, "restore a backup"],
    [{ code: "SQLITE_CANTOPEN" }, onSqlite, "cannot be opened"],
    [{ code: "SQLITE_READONLY_DIRECTORY" }, onSqlite, "cannot be written"],
    [{ code: "SQLITE_BUSY" }, onSqlite, "another program"],
    [{ code: "SQLITE_FULL" }, onSqlite, "No space"],
    [{ _tag: "SqliteInUse" }, onSqlite, "is used by a server: stop it first"],
    [{ _tag: "SessionsShared" }, onPostgres, "DRAGOMAN_DATABASE_DIRECT_URL"],
    [{ code: "08P01" }, onPostgres, "startup parameters"],
    [{ _tag: "FilesNotUnpacked", sentence: "Set TMPDIR." }, onSqlite, "Set TMPDIR."],
    [{ _tag: "DatabaseTooNew", databaseVersion: 9, programVersion: 1 }, onSqlite, "version 9, this program knows 1"],
    [{ _tag: "DatabaseEncodingUnfit", encoding: "SQL_ASCII" }, onPostgres, "encoding SQL_ASCII"],
    [
      { _tag: "DatabaseEngineOutdated", version: "13.4 (Debian)" },
      onPostgres,
      "PostgreSQL 13.4 (Debian): upgrade it to 14"
    ],
    [{ _tag: "DatabaseOfAnotherProgram", program: "Tolgee", table: "project" }, onPostgres, "a database of Tolgee"],
    [{ _tag: "DatabaseOfAnotherProgram", program: null, table: "project" }, onSqlite, 'a table "project"'],
    [{ _tag: "ListenFailed", host: "127.0.0.1", port: 9464 }, onSqlite, "DRAGOMAN_METRICS_PORT"],
    [new CommandFailure({ sentence: "Mend it." }), onSqlite, "Mend it."]
  ])("by %j is explained in one sentence, however deep it lies", (fields, settings, part) => {
    const sentence = failed(fields, settings) ?? ""
    assert.include(sentence, part)
    assert.notInclude(sentence, "\n")
    assert.notInclude(sentence, "hunter2")
  })

  it("by a defect of the program is not explained away", () => {
    assert.isNull(failed(new TypeError("x is not a function")))
    assert.isNull(explainStartFailure(Cause.die("broken"), onPostgres))
  })
})
