import { AccessRepository, Database } from "@dragoman/store"
import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { layerAssistanceRepositories } from "../assistance/assistance-repositories.ts"
import { BatchJobPieces, runBatchJobPiece } from "../batch-job/run-batch-job.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { layerChangeRepositories } from "../change/change-repositories.ts"
import { CommitSignal } from "../change/commit-signal.ts"
import { CurrentPublishingDelays } from "../change/schedule-publishing.ts"
import { layerContentRepositories } from "../content/content-repositories.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { ContentWorkerData } from "../platform/worker/worker-messages.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"
import { layerContentFollowers } from "./content-followers.ts"

// Runs batches of batch jobs as a thread of the server, on a database connection of its own. Nothing subscribes to its
// commits: the main thread records the activity when the job ends, and publishes then what the thread recorded for other branches.
const { database, publishingDelays } = readWorkerData(ContentWorkerData)

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  layerChangeRepositories,
  layerContentRepositories,
  layerAssistanceRepositories
)

yieldToRequests()
runWorker(
  RpcServer.layer(BatchJobPieces, jobServerOptions).pipe(
    Layer.provide(BatchJobPieces.toLayer({ runPiece: runBatchJobPiece })),
    Layer.provide(ActivityRecorder.layer),
    Layer.provide(layerContentFollowers),
    Layer.provide(CommitSignal.layer),
    Layer.provide(Layer.succeed(CurrentPublishingDelays, publishingDelays)),
    Layer.provide(layerRepositories),
    Layer.provide(Database.layer),
    Layer.provide(layerEngineOf(database))
  )
)
