import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, streamingJob } from "../../platform/worker/worker-messages.ts"

const Attempts = Schema.Array(
  Schema.Struct({ result: Schema.String, count: Schema.Finite, durationMillis: Schema.Finite })
)

/**
 * Jobs of the dispatcher. `dispatch`: runs until it is stopped and reports its attempts, added up, once a second; an
 * empty report when it starts. `wake`: deliveries were committed. `stop`: returns when the attempts in progress have
 * ended.
 */
export class DispatcherJobs extends RpcGroup.make(
  streamingJob("dispatch", Schema.Void, Attempts),
  job("wake", Schema.Void, Schema.Void),
  job("stop", Schema.Void, Schema.Void)
) {}
