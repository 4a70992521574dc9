import type { SharedSettings } from "@dragoman/settings"
import { Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job, sentAs, streamingJob } from "../../platform/worker/worker-messages.ts"

/** What the dispatcher's thread needs to know. */
export const DispatcherWorkerData = sentAs<SharedSettings>()

const Attempts = Schema.Array(Schema.Struct({ status: Schema.NullOr(Schema.Finite), durationMillis: Schema.Finite }))

/**
 * `dispatch`: runs until it is stopped, and tells the attempts that it made; none of them when it begins. `wake`: deliveries
 * were committed. `stop`: ends when the attempts that were under way are finished.
 */
export class DispatcherJobs extends RpcGroup.make(
  streamingJob("dispatch", Schema.Void, Attempts),
  job("wake", Schema.Void, Schema.Void),
  job("stop", Schema.Void, Schema.Void)
) {}
