import { ServerStatusRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"

/** Tables that are shown; the others are small. */
const shownTablesMax = 12

const ServerCounts = Schema.Struct({
  databaseBytes: Schema.Finite,
  userCount: Schema.Finite,
  organizationCount: Schema.Finite,
  projectCount: Schema.Finite,
  keyCount: Schema.Finite,
  textCount: Schema.Finite,
  imageCount: Schema.Finite,
  imageBytes: Schema.Finite,
  tables: Schema.Array(Schema.Struct({ name: Schema.String, rowCount: Schema.Finite }))
})

/** Counts all rows of the database, so it runs in the reading thread. */
export const countServer = makeReading("countServer", {
  input: Schema.Struct({}),
  result: ServerCounts,
  run: Effect.fn("countServer")(function* () {
    const status = yield* ServerStatusRepository
    const { sizeBytes } = yield* status.readDatabase
    const content = yield* status.countContent
    const tables = yield* status.countTables
    return { databaseBytes: sizeBytes, ...content, tables: tables.slice(0, shownTablesMax) }
  })
})
