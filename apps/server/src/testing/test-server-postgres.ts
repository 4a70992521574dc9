import { PostgresServer } from "@dragoman/store/testing"
import { Effect, Layer } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"
import { layerTestServer } from "./test-server.ts"

/** The whole server on a new PostgreSQL database. */
export const layerTestServerPostgres = (change: Partial<SettingValues> = {}) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      return layerTestServer({ ...change, database: { engine: "postgres", url: yield* newDatabaseWithSchema } })
    })
  ).pipe(Layer.provide(PostgresServer.layer), Layer.orDie)
