import {
  AccessRepository,
  Database,
  GlossaryRepository,
  GlossaryTermRepository,
  MemoryEntryRepository,
  MemoryIndexRepository,
  MemoryRepository,
  OrganizationRepository,
  SearchIndexRepository
} from "@dragoman/store"
import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { exportGlossaryFile } from "../assistance/glossary/export-glossary.ts"
import { GlossaryFileJobs } from "../assistance/glossary/glossary-file-messages.ts"
import { checkGlossaryFile, importGlossaryFile } from "../assistance/glossary/import-glossary.ts"
import { exportMemory } from "../assistance/memory/export-memory.ts"
import { checkMemoryFile, importMemoryFile } from "../assistance/memory/import-memory-file.ts"
import { indexMemory, MemoryJobs } from "../assistance/memory/index-memory.ts"
import { MemoryFileJobs } from "../assistance/memory/memory-file-messages.ts"
import { indexTexts, SearchIndexJobs } from "../content/search-index/index-texts.ts"
import { layerEngineOf } from "../platform/database/layer-engine.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { DatabaseWorkerData } from "../platform/worker/worker-messages.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"

// Indexes texts for searches and base texts for the translation memory, and reads and writes its files and those of glossaries, as threads of
// the server, on a database connection of its own.
const { database } = readWorkerData(DatabaseWorkerData)

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  GlossaryRepository.layer,
  GlossaryTermRepository.layer,
  MemoryEntryRepository.layer,
  MemoryIndexRepository.layer,
  MemoryRepository.layer,
  OrganizationRepository.layer,
  SearchIndexRepository.layer
)

yieldToRequests()
runWorker(
  RpcServer.layer(MemoryJobs.merge(MemoryFileJobs, GlossaryFileJobs, SearchIndexJobs), jobServerOptions).pipe(
    Layer.provide(MemoryJobs.toLayer({ index: indexMemory })),
    Layer.provide(SearchIndexJobs.toLayer({ indexTexts })),
    Layer.provide(MemoryFileJobs.toLayer({ check: checkMemoryFile, importFile: importMemoryFile, exportMemory })),
    Layer.provide(
      GlossaryFileJobs.toLayer({
        checkGlossary: checkGlossaryFile,
        importGlossary: importGlossaryFile,
        exportGlossary: exportGlossaryFile
      })
    ),
    Layer.provide(layerRepositories),
    Layer.provide(Database.layer),
    Layer.provide(layerEngineOf(database))
  )
)
