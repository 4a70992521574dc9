import { parentPort, workerData } from "node:worker_threads"
import { Database, ImportRepository, ImportStagingRepository } from "@dragoman/store"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { layerEngineOf } from "../database/layer-engine.ts"
import { eraseRemovedImports } from "./erase-removed-imports.ts"
import type { ImportAnswer, ImportJob, ImportWorkerData } from "./import-messages.ts"
import { stageUpload } from "./stage-upload.ts"

// Reading and staging of uploads as a thread of the server: one job after the other, each on plain messages.
const { database } = workerData as ImportWorkerData

const runtime = ManagedRuntime.make(
  Layer.mergeAll(ImportRepository.layer, ImportStagingRepository.layer).pipe(
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(layerEngineOf(database))
  )
)

const run = Effect.fnUntraced(function* (job: ImportJob) {
  switch (job.kind) {
    case "stage":
      return yield* stageUpload(job.upload)
    case "removeLanguage": {
      const database = yield* Database
      const imports = yield* ImportRepository
      const { languageId, fileId, now } = job.removed
      yield* database.transaction(imports.removeLanguage(languageId, fileId, now))
      return null
    }
    case "erase":
      yield* eraseRemovedImports(job.now)
      return null
  }
})

const answer = (job: ImportJob) => async (): Promise<void> => {
  const exit = await runtime.runPromiseExit(run(job))
  const message: ImportAnswer = Exit.isSuccess(exit)
    ? { id: job.id, kind: "done", result: exit.value }
    : { id: job.id, kind: "failed", message: Cause.pretty(exit.cause) }
  parentPort?.postMessage(message)
}

let last = Promise.resolve()
parentPort?.on("message", (message: ImportJob | "stop") => {
  last =
    message === "stop" ? last.then(() => runtime.dispose()).then(() => parentPort?.close()) : last.then(answer(message))
})
