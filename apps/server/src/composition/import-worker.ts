import { parentPort, workerData } from "node:worker_threads"
import {
  ActivityRepository,
  Database,
  ImageRepository,
  ImportConflictRepository,
  ImportRepository,
  ImportSettingsRepository,
  ImportStagingRepository,
  isDatabaseBusy,
  KeyRepository,
  LanguageRepository,
  NamespaceRepository,
  OutboxRepository,
  ProjectRepository,
  ScreenshotRepository,
  StagedKeyRepository,
  TagRepository,
  TranslationRepository
} from "@dragoman/store"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { DispatcherWakeUp } from "../change/after-commit/dispatcher-wake-up.ts"
import { RevisionSignal } from "../change/after-commit/revision-signal.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { importBody } from "../transfer/import/single-step/import-body.ts"
import { importFilesAtOnce } from "../transfer/import/single-step/import-files-at-once.ts"
import { applyStagedImport } from "../transfer/import/staging/apply-staged-import.ts"
import { changeImport } from "../transfer/import/staging/change-import.ts"
import { eraseRemovedImports } from "../transfer/import/staging/erase-removed-imports.ts"
import { stageUpload } from "../transfer/import/staging/stage-upload.ts"
import type {
  ChangedImport,
  ImportAnswer,
  ImportJob,
  ImportWorkerData
} from "../transfer/import/thread/import-messages.ts"

// Reading and staging of uploads as a thread of the server: each job on plain messages.
const { database } = workerData as ImportWorkerData

const tell = (answer: ImportAnswer) => parentPort?.postMessage(answer)

const layerRepositories = Layer.mergeAll(
  ActivityRepository.layer,
  ImageRepository.layer,
  ImportConflictRepository.layer,
  ImportRepository.layer,
  ImportSettingsRepository.layer,
  ImportStagingRepository.layer,
  KeyRepository.layer,
  LanguageRepository.layer,
  NamespaceRepository.layer,
  OutboxRepository.layer,
  ProjectRepository.layer,
  ScreenshotRepository.layer,
  StagedKeyRepository.layer,
  TagRepository.layer,
  TranslationRepository.layer
)

/** The dispatcher is another thread's: the main thread passes the word on. */
const layerWakeUp = Layer.succeed(DispatcherWakeUp, { signal: Effect.sync(() => tell({ kind: "wake" })) })

/** So are the subscribers. */
const layerSignal = Layer.succeed(RevisionSignal, {
  committed: (projectId) => Effect.sync(() => tell({ kind: "committed", projectId })),
  listen: () => {}
})

const runtime = ManagedRuntime.make(
  ActivityRecorder.layer.pipe(
    Layer.provide(Layer.mergeAll(layerWakeUp, layerSignal)),
    Layer.provideMerge(layerRepositories),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(layerEngineOf(database))
  )
)

const run = Effect.fnUntraced(function* (job: ImportJob) {
  switch (job.kind) {
    case "stage":
      return yield* stageUpload(job.upload)
    case "singleStep":
      return yield* importFilesAtOnce(job.singleStep)
    case "body":
      return yield* importBody(job.body)
    case "applyStaged":
      return yield* applyStagedImport(job.apply, (progress) => tell({ id: job.id, kind: "progress", progress }))
    case "change": {
      const changed: ChangedImport = { kind: "changed", changed: yield* changeImport(job.owner, job.change) }
      return changed
    }
    case "erase":
      yield* eraseRemovedImports(job.now)
      return null
  }
})

const answer = async (job: ImportJob): Promise<void> => {
  const exit = await runtime.runPromiseExit(run(job))
  tell(
    Exit.isSuccess(exit)
      ? { id: job.id, kind: "done", result: exit.value }
      : { id: job.id, kind: "failed", message: Cause.pretty(exit.cause), isDatabaseBusy: isDatabaseBusy(exit.cause) }
  )
}

// Who sends jobs decides how many run at once.
const running = new Set<Promise<void>>()
const stop = async (): Promise<void> => {
  await Promise.all(running)
  await runtime.dispose()
  parentPort?.close()
}
parentPort?.on("message", (message: ImportJob | "stop") => {
  if (message === "stop") {
    void stop()
    return
  }
  const job = answer(message).finally(() => running.delete(job))
  running.add(job)
})
