import type { DomainError } from "@dragoman/domain/error"
import { AccessRepository, Database, NotificationRepository } from "@dragoman/store"
import { type Cause, Effect, Layer, Queue, Stream } from "effect"
import { RpcServer } from "effect/rpc"
import { layerAssistanceRepositories } from "../assistance/assistance-repositories.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { layerChangeRepositories } from "../change/change-repositories.ts"
import { type Commit, CommitSignal } from "../change/commit-signal.ts"
import { CurrentPublishingDelays } from "../change/schedule-publishing.ts"
import { layerContentRepositories } from "../content/content-repositories.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { ContentWorkerData } from "../platform/worker/worker-messages.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"
import { applyPlan } from "../transfer/import/single-step/apply-plan.ts"
import { importBody } from "../transfer/import/single-step/import-body.ts"
import { importFilesAtOnce } from "../transfer/import/single-step/import-files-at-once.ts"
import { planFiles } from "../transfer/import/single-step/plan-files.ts"
import { applyStagedImport } from "../transfer/import/staging/apply-staged-import.ts"
import { changeStagedImport, eraseRemovedImports } from "../transfer/import/staging/change-staged-import.ts"
import { stageUpload } from "../transfer/import/staging/stage-upload.ts"
import {
  type AppliedStaged,
  type ApplyProgress,
  type ApplyStaged,
  type ChangeImport,
  ImportJobs
} from "../transfer/import/thread/import-messages.ts"
import { layerTransferRepositories } from "../transfer/transfer-repositories.ts"
import { layerContentFollowers } from "./content-followers.ts"

// Reads, stages and applies imports as a thread of the server.
const { database, publishingDelays } = readWorkerData(ContentWorkerData)

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  layerChangeRepositories,
  layerContentRepositories,
  layerAssistanceRepositories,
  layerTransferRepositories,
  NotificationRepository.layer
)

const layerJobs = ImportJobs.toLayer(
  Effect.gen(function* () {
    const signal = yield* CommitSignal
    return {
      stage: stageUpload,
      importFiles: importFilesAtOnce,
      planFiles,
      applyPlan,
      importBody,
      applyStaged: (apply: ApplyStaged) =>
        Stream.callback((messages: Queue.Queue<ApplyProgress | AppliedStaged, DomainError | Cause.Done>) =>
          applyStagedImport(apply, (progress) => Queue.offerUnsafe(messages, progress)).pipe(
            Effect.andThen((applied) => Queue.offer(messages, applied)),
            Effect.andThen(Queue.end(messages)),
            Effect.catch((error) => Queue.fail(messages, error))
          )
        ),
      change: ({ owner, change }: ChangeImport) => changeStagedImport(owner, change),
      erase: ({ now }: { readonly now: number }) => eraseRemovedImports(now),
      // The subscribers are on the main thread.
      commits: () =>
        Stream.callback<Commit>((commits) =>
          Effect.sync(() => signal.listen((commit) => void Queue.offerUnsafe(commits, commit)))
        )
    }
  })
)

yieldToRequests()
runWorker(
  RpcServer.layer(ImportJobs, jobServerOptions).pipe(
    Layer.provide(layerJobs),
    Layer.provide(ActivityRecorder.layer),
    Layer.provide(layerContentFollowers),
    Layer.provide(CommitSignal.layer),
    Layer.provide(Layer.succeed(CurrentPublishingDelays, publishingDelays)),
    Layer.provide(layerRepositories),
    Layer.provide(Database.layer),
    Layer.provide(layerEngineOf(database))
  )
)
