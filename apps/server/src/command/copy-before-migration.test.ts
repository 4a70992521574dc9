import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate, schemaVersion } from "@dragoman/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { checkDatabaseFile } from "./backup.ts"
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
        yield* copyBeforeMigration(
          { database, copyBeforeMigration: true },
          schemaVersion,
          Date.UTC(2026, 0, 2, 3, 4, 5)
        )
        const name = `dragoman.sqlite.schema-${schemaVersion}.2026-01-02T03-04-05`
        assert.include(readdirSync(path), name)
        assert.deepInclude(checkDatabaseFile(join(path, name)), { schemaVersion })
      }).pipe(Effect.provide(layerEngineOf(database)))
    }).pipe(Effect.scoped)
  )

  it.effect("a copy that is not whole has no name that could be restored, and the schema stays", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const database = { engine: "sqlite", filename: join(path, "dragoman.sqlite") } as const
      yield* Effect.gen(function* () {
        // Not a database of Dragoman: what the check of the copy finds.
        const exit = yield* Effect.exit(copyBeforeMigration({ database, copyBeforeMigration: true }, 1, 0))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(
          readdirSync(path).filter((name) => name.includes("schema-1")),
          []
        )
      }).pipe(Effect.provide(layerEngineOf(database)))
    }).pipe(Effect.scoped)
  )
})
