import { surviving } from "@dragoman/background"
import { Database, findNewestAuditId, readOperatorChanges } from "@dragoman/store"
import { Effect } from "effect"
import { inRealTime } from "./keep-running.ts"

/** Poll interval for commands of the operator on SQLite. */
const pollMillis = 1_000

/**
 * Calls `changed` on SQLite after commands of the operator: these are processes of their own, which cannot report that
 * they took access away, and leave entries in the audit log. On PostgreSQL they announce it to the servers. `isNeeded`:
 * there are connections that may have to end.
 */
export const watchOperator = Effect.fn("watchOperator")(function* (options: {
  readonly isNeeded: () => boolean
  readonly changed: () => void
}) {
  const { engine } = yield* Database
  if (engine === "postgres") return
  let last = yield* findNewestAuditId()
  const poll = Effect.gen(function* () {
    // The first poll after a pause finds earlier commands, which costs one check more.
    if (!options.isNeeded()) return
    const { newestId, hasChanged } = yield* readOperatorChanges(last)
    last = newestId
    if (hasChanged) options.changed()
  })
  yield* surviving("Watching for commands of the operator failed", poll, pollMillis).pipe(
    Effect.andThen(Effect.sleep(pollMillis)),
    Effect.forever,
    inRealTime,
    Effect.forkScoped
  )
})
