import { Database, makePartitionsAhead, partitionFamilies } from "@dragoman/store"
import { Effect } from "effect"

/** Makes the partitions that rows of the next hours need, where tables are partitioned. */
export const preparePartitions = Effect.fn("preparePartitions")(function* () {
  const database = yield* Database
  if (database.engine !== "postgres") return
  const made = yield* database.transaction(makePartitionsAhead(Object.values(partitionFamilies)))
  if (made > 0) yield* Effect.logInfo("Partitions made").pipe(Effect.annotateLogs({ ranges: made }))
})
