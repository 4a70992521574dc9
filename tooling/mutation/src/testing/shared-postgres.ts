import { OwnPostgresServer, sharedPostgresVariable } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"

/** One PostgreSQL server for all test runs of this process: starting it takes longer than most tests. Returns how to stop it. */
export const sharePostgres = async (): Promise<() => Promise<void>> => {
  const postgres = ManagedRuntime.make(OwnPostgresServer.layer)
  const url = await postgres.runPromise(Effect.flatMap(OwnPostgresServer, ({ newDatabase }) => newDatabase))
  process.env[sharedPostgresVariable] = new URL(url).port
  return () => postgres.dispose()
}
