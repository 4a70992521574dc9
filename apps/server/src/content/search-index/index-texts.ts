import { SearchIndexRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job } from "../../platform/worker/worker-messages.ts"

export const SearchIndexJobs = RpcGroup.make(job("indexTexts", Schema.Struct({}), Schema.Void))

/** Makes the index of texts when it is missing, and indexes texts that have changed. Runs in a thread of its own. */
export const indexTexts = Effect.fn("indexTexts")(function* () {
  const index = yield* SearchIndexRepository
  if ((yield* index.readState) === "missing") yield* index.build
  while ((yield* index.indexPending) > 0) {}
})
