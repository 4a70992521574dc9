import { Effect } from "effect"
import { layerGuardedServer, trySaving, trySending, tryTesting } from "./way-in.ts"

/** Prints what was found in each stage, as JSON: for the measurements. */
const findings = await Effect.runPromise(
  Effect.all({ save: trySaving, test: tryTesting, send: trySending }).pipe(Effect.provide(layerGuardedServer()))
)
process.stdout.write(`${JSON.stringify(findings)}\n`)
