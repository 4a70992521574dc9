import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { DatabaseUnavailable, outageOf } from "./outage.ts"

const sqlite = (code: string, operation = "execute") =>
  Cause.die(new SqlError.SqlError({ reason: SqlError.classifySqliteError({ code }, { operation }) }))

const postgres = (code: string, operation = "query") =>
  Cause.die(new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause: { code }, operation }) }))

describe("an outage of the database", () => {
  it.each([
    ["a full disk under SQLite", sqlite("SQLITE_FULL"), "notWritable"],
    ["a file system that became read-only", sqlite("SQLITE_READONLY_DIRECTORY"), "notWritable"],
    ["a failing disk under SQLite", sqlite("SQLITE_IOERR_WRITE"), "unreachable"],
    ["a SQLite file that cannot be opened", sqlite("SQLITE_CANTOPEN"), "unreachable"],
    ["no space for an upload", Cause.die(Object.assign(new Error("write"), { code: "ENOSPC" })), "notWritable"],
    ["a full disk under PostgreSQL", postgres("53100"), "notWritable"],
    ["a standby", postgres("25006"), "notWritable"],
    ["a session that an operator ended", postgres("57P01"), "unreachable"],
    ["too many connections", postgres("53300"), "unreachable"],
    ["a password that is rejected", postgres("28P01", "connect"), "unreachable"],
    ["no file descriptor left", Cause.die(Object.assign(new Error("open"), { code: "EMFILE" })), "overloaded"],
    ["a damaged page under SQLite", sqlite("SQLITE_CORRUPT"), "damaged"],
    ["a SQLite file that was overwritten", sqlite("SQLITE_NOTADB"), "damaged"],
    ["a damaged page under PostgreSQL", postgres("XX001"), "damaged"],
    ["another thread's", Cause.die(new DatabaseUnavailable({ outage: "notWritable", cause: "text" })), "notWritable"],
    ["no: a write outside of a transaction", sqlite("SQLITE_READONLY", "read"), null],
    ["no: broken SQL", postgres("42601"), null],
    ["no: a statement that took too long", postgres("57014"), null],
    ["no: a constraint", sqlite("SQLITE_CONSTRAINT_UNIQUE"), null],
    ["no: a defect", Cause.die(new Error("bug")), null]
  ] as const)("is %s", (_, cause, outage) => {
    assert.strictEqual(outageOf(cause), outage)
  })
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("a defect of the program on %s", (_, layerTest) => {
  layer(layerTest, { timeout: "60 seconds" })((it) => {
    it.effect.each(["SELECT nothing FROM nowhere", "DELETE FROM server_value WHERE no_such_column = 1"])(
      "is no outage: %s",
      (statement) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const exit = yield* Effect.exit(sql.unsafe(statement))
          assert.isTrue(Exit.isFailure(exit))
          if (Exit.isFailure(exit)) assert.isNull(outageOf(exit.cause))
        })
    )
  })
})

layer(layerTestSqlite)("a write without a transaction on SQLite", (it) => {
  it.effect("is no outage", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const exit = yield* Effect.exit(sql`DELETE FROM server_value`)
      assert.isTrue(Exit.isFailure(exit))
      if (Exit.isFailure(exit)) assert.isNull(outageOf(exit.cause))
    })
  )
})
