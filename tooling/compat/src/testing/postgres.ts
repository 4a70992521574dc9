import { OwnPostgresServer } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"

export interface TestPostgres {
  /** The URL of an empty database. */
  readonly newDatabase: () => Promise<string>
  /** The server is stopped, and started again when this is done. */
  readonly whileAway: <A>(run: () => Promise<A>) => Promise<A>
  readonly close: () => Promise<void>
}

/** Starts a PostgreSQL server when it is first asked for a database. */
export const openPostgres = (): TestPostgres => {
  const runtime = ManagedRuntime.make(OwnPostgresServer.layer)
  return {
    newDatabase: () => runtime.runPromise(Effect.flatMap(OwnPostgresServer, (server) => server.newDatabase)),
    whileAway: (run) =>
      runtime.runPromise(Effect.flatMap(OwnPostgresServer, (server) => server.whileAway(Effect.promise(run)))),
    close: () => runtime.dispose()
  }
}
