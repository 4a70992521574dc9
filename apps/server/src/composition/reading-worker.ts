import { AuditRepository, Database, DoctorRepository, readOnReplica, ServerStatusRepository } from "@dragoman/store"
import { Effect, Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { layerAssistanceRepositories } from "../assistance/assistance-repositories.ts"
import { findSimilarTexts } from "../assistance/auto-translation/find-similar-texts.ts"
import { countMemorySources, findMemorySources } from "../assistance/memory/memory-entry-queries.ts"
import { findMemoryMatches } from "../assistance/memory/memory-suggestion-queries.ts"
import { findReplacements } from "../batch-job/preview-replacements.ts"
import { layerChangeRepositories } from "../change/change-repositories.ts"
import { layerContentRepositories } from "../content/content-repositories.ts"
import { findKeys, renderKeyInfo } from "../content/key-search/key-search-queries.ts"
import { findKeyAfter, selectKeyIds } from "../content/translation-list/key-selections.ts"
import { renderKeyPage } from "../content/translation-list/render-key-page.ts"
import { renderTranslationMap } from "../content/translation-list/translation-map.ts"
import { renderAuditLines, renderAuditPage } from "../identity/audit-log/audit-log-queries.ts"
import { countServer } from "../identity/server-status/count-server.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { ReadingJobs } from "../platform/reading/reading.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { DatabaseWorkerData } from "../platform/worker/worker-messages.ts"
import { countWork } from "../project/my-work/my-work-queries.ts"
import { layerProjectRepositories } from "../project/project-repositories.ts"
import { countTextsOfProjects } from "../project/stats/project-list-stats.ts"
import { countProject } from "../project/stats/stats-queries.ts"
import { readDoctorContent } from "../service/doctor/read-doctor-content.ts"
import { readWebhookDeliveries } from "../webhook/delivery-log/webhook-delivery-queries.ts"
import { layerWebhookRepositories } from "../webhook/webhook-repositories.ts"

// Reads whole projects as a thread of the server, on a database connection of its own.
const { database } = readWorkerData(DatabaseWorkerData)

const readings = [
  selectKeyIds,
  findKeyAfter,
  renderKeyPage,
  renderTranslationMap,
  findReplacements,
  findKeys,
  renderKeyInfo,
  findMemoryMatches,
  findSimilarTexts,
  findMemorySources,
  countMemorySources,
  countProject,
  countTextsOfProjects,
  countWork,
  countServer,
  readDoctorContent,
  renderAuditPage,
  renderAuditLines,
  readWebhookDeliveries
]

const layerRepositories = Layer.mergeAll(
  layerChangeRepositories,
  layerProjectRepositories,
  layerWebhookRepositories,
  layerContentRepositories,
  layerAssistanceRepositories,
  DoctorRepository.layer,
  ServerStatusRepository.layer,
  AuditRepository.layer
)

const layerReadings = ReadingJobs.toLayer({
  read: ({ name, input, isOnReplica }) => {
    const run = Effect.gen(function* () {
      const reading = readings.find((one) => one.name === name)
      return yield* reading?.runEncoded(input) ?? Effect.die(`There is no reading ${name}`)
    })
    return isOnReplica ? readOnReplica(run) : run
  }
})

runWorker(
  RpcServer.layer(ReadingJobs, jobServerOptions).pipe(
    Layer.provide(layerReadings),
    Layer.provide(layerRepositories),
    Layer.provide(Database.layer),
    Layer.provide(layerEngineOf(database))
  )
)
