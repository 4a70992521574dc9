import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, schemaVersion } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerEngineOf } from "../database/layer-engine.ts"
import { checkDatabaseFile } from "./check-database-file.ts"
import { copyBeforeMigration } from "./copy-before-migration.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman copy "))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

describe("before a migration", () => {
  it.effect("a whole copy of the database lies beside it, named after its schema and the moment", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const database = { engine: "sqlite", filename: join(path, "dragoman.sqlite") } as const
      yield* Effect.gen(function* () {
        yield* migrate({ now: 0, beforeFirst: () => Effect.void })
        yield* copyBeforeMigration(database, schemaVersion, Date.UTC(2026, 0, 2, 3, 4, 5))
        const name = `dragoman.sqlite.schema-${schemaVersion}.2026-01-02T03-04-05`
        assert.include(readdirSync(path), name)
        assert.deepInclude(checkDatabaseFile(join(path, name)), { schemaVersion })
      }).pipe(Effect.provide(layerEngineOf(database)))
    }).pipe(Effect.scoped)
  )
})
