import { surviving } from "@dragoman/delivery"
import { Database, findNewestAuditId, readOperatorChanges } from "@dragoman/store"
import { Effect } from "effect"
import { inRealTime } from "./keep-running.ts"

/** How late connections of a server on SQLite learn of a command of the operator. */
const pollMillis = 1_000

/**
 * On SQLite: calls `changed` after commands of the operator, which are processes of their own and have no way to say that
 * they took access away. They leave entries in the audit log. On PostgreSQL they announce it to the servers. `isNeeded`: there
 * are connections that may have to end.
 */
export const watchOperator = Effect.fn("watchOperator")(function* (options: {
  readonly isNeeded: () => boolean
  readonly changed: () => void
}) {
  const { engine } = yield* Database
  if (engine === "postgres") return
  let last = yield* findNewestAuditId()
  const look = Effect.gen(function* () {
    // The first look after a pause finds what happened in between, which costs one check more.
    if (!options.isNeeded()) return
    const { newestId, hasChanged } = yield* readOperatorChanges(last)
    last = newestId
    if (hasChanged) options.changed()
  })
  yield* surviving("Watching for commands of the operator failed", look, pollMillis).pipe(
    Effect.andThen(Effect.sleep(pollMillis)),
    Effect.forever,
    inRealTime,
    Effect.forkScoped
  )
})
