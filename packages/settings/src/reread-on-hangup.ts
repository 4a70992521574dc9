import { Effect, Queue } from "effect"
import { changedSettings } from "./changed-settings.ts"
import type { SettingsRead } from "./read-settings.ts"
import type { Program } from "./setting.ts"
import type { FieldValues } from "./setting-table.ts"

type Read<P extends Program> = Exclude<SettingsRead<P>, { readonly problems: unknown }>

/** The settings of a running program, and how it reads them again. */
export interface Rereading<P extends Program> {
  readonly running: () => FieldValues<P>
  readonly read: () => Promise<SettingsRead<P>>
  /** Makes the changed settings count that need no restart. `read`: with all others, and where each came from. */
  readonly apply: (live: Partial<FieldValues<P>>, read: Read<P>) => void
}

/**
 * Reads the settings again at each SIGHUP until the scope closes, and logs what changed: names, no values. Settings with a
 * problem change nothing. On a terminal the signal ends the program, as it says that the terminal was closed.
 */
export const rereadOnHangup = <P extends Program>(program: P, rereading: Rereading<P>) =>
  Effect.gen(function* () {
    if (process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY) return
    const signals = yield* Queue.sliding<void>(1)
    const listen = () => void Queue.offerUnsafe(signals, undefined)
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("SIGHUP", listen)),
      () => Effect.sync(() => process.off("SIGHUP", listen))
    )
    yield* Queue.take(signals).pipe(Effect.andThen(reread(program, rereading)), Effect.forever, Effect.forkScoped)
  })

const reread = Effect.fnUntraced(function* <P extends Program>(program: P, { running, read, apply }: Rereading<P>) {
  const found = yield* Effect.promise(read)
  if ("problems" in found) {
    yield* Effect.logError("Reading the settings again failed: they stay as they were", ...found.problems)
    return
  }
  for (const warning of found.warnings) yield* Effect.logWarning(warning)
  const { live, liveVariables, restartVariables } = changedSettings<P>(program, running(), found.settings)
  apply(live, found)
  yield* Effect.logInfo(
    liveVariables.length === 0 ? "Settings read again" : `Settings read again; changed: ${liveVariables.join(", ")}`
  )
  if (restartVariables.length > 0) {
    yield* Effect.logWarning(`Changed settings that count after a restart: ${restartVariables.join(", ")}`)
  }
})
