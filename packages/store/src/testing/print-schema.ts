import { writeFileSync } from "node:fs"
import { Effect } from "effect"
import { layerTestPostgres, layerTestSqlite } from "./engines.ts"
import { readSchema } from "./read-schema.ts"
import { printSchema, schemaFile } from "./schema-file.ts"

const [sqlite, postgres] = await Effect.runPromise(
  Effect.all([Effect.provide(readSchema, layerTestSqlite), Effect.provide(readSchema, layerTestPostgres)])
)
writeFileSync(schemaFile, printSchema(sqlite, postgres))
process.stdout.write("docs/schema.md is up to date.\n")
