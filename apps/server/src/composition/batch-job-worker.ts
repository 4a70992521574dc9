import { workerData } from "node:worker_threads"
import {
  ActivityRepository,
  BatchJobRepository,
  Database,
  ImportFollowRepository,
  KeyRepository,
  KeyTrashRepository,
  LanguageRepository,
  NamespaceRepository,
  OutboxRepository,
  ProjectRepository,
  TagRepository,
  TranslationRepository
} from "@dragoman/store"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { BatchJobWorkerData } from "../batch-job/batch-job-engine.ts"
import { type PieceRequest, runBatchJobPiece } from "../batch-job/run-batch-job-piece.ts"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { DispatcherWakeUp } from "../change/after-commit/dispatcher-wake-up.ts"
import { RevisionSignal } from "../change/after-commit/revision-signal.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { answerJobs } from "../platform/worker/answer-jobs.ts"

// Pieces of batch jobs as a thread of the server, on a database connection of its own. Nobody is told of an activity here:
// the main thread makes it when the job is done.
const { database } = workerData as BatchJobWorkerData

const layerRepositories = Layer.mergeAll(
  ActivityRepository.layer,
  BatchJobRepository.layer,
  ImportFollowRepository.layer,
  KeyRepository.layer,
  KeyTrashRepository.layer,
  LanguageRepository.layer,
  NamespaceRepository.layer,
  OutboxRepository.layer,
  ProjectRepository.layer,
  TagRepository.layer,
  TranslationRepository.layer
)

const runtime = ManagedRuntime.make(
  ActivityRecorder.layer.pipe(
    Layer.provide(Layer.mergeAll(DispatcherWakeUp.layerNone, RevisionSignal.layer)),
    Layer.provideMerge(layerRepositories),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(layerEngineOf(database))
  )
)

answerJobs(runtime, (message) =>
  // Nobody exports spans, and each one costs as much as a short statement.
  Effect.withTracerEnabled(runBatchJobPiece(message as PieceRequest), false)
)
