import { Effect, Exit, Layer, Scope } from "effect"
import { OwnPostgresServer, sharedPostgresVariable } from "./engines.ts"

/** Vitest runs this once before all test files: starting a server for each of them took a tenth of the suite. */
export default async (): Promise<() => Promise<void>> => {
  const scope = Scope.makeUnsafe()
  const services = await Effect.runPromise(Layer.buildWithScope(OwnPostgresServer.layer, scope))
  const url = await Effect.runPromise(
    Effect.flatMap(OwnPostgresServer, ({ newDatabase }) => newDatabase).pipe(Effect.provide(services))
  )
  process.env[sharedPostgresVariable] = new URL(url).port
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
