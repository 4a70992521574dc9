import { rm, stat } from "node:fs/promises"
import type { DomainError } from "@dragoman/domain/error"
import { isArchivePath } from "@dragoman/formats"
import { type ImportOwner, ImportStagingRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer, RcMap, Semaphore, Stream } from "effect"
import { CommitSignal } from "../../../change/after-commit/commit-signal.ts"
import { type UploadedFile, uploadFolder } from "../../../platform/body/receive-upload.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { makeWorker, orDieOfWorker, type WorkerFailed } from "../../../platform/worker/worker.ts"
import { DatabaseWorkerData } from "../../../platform/worker/worker-messages.ts"
import type { ImportReport } from "../applying/import-report.ts"
import type { AppliedImport } from "../applying/import-source.ts"
import {
  type ApplyProgress,
  type ApplyStaged,
  type ImportChange,
  type ImportedBody,
  ImportJobs,
  type ImportOfBody,
  type SingleStepImport,
  type StagedUpload,
  type StageUpload
} from "./import-messages.ts"

/** Part of the heap for what lives shortly; without a limit it takes 80 MB more and saves no time. */
const youngMegabytesMax = 24

/** Heap of the thread: enough for the largest upload; beyond it the thread dies, not the server. */
export const ImportHeapMegabytesMax = Context.Reference(
  "@dragoman/server/transfer/import/thread/ImportHeapMegabytesMax",
  {
    defaultValue: () => 1_024
  }
)

/** A small job may wait for the lock of its project; those of other projects go on meanwhile. */
const smallJobsMax = 8

/** Of all files of a request together. */
const smallFilesBytesMax = 1024 * 1024

const areSmall = (files: ReadonlyArray<UploadedFile>): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    // How large the content of an archive is, only unpacking tells.
    if (files.some(({ name }) => isArchivePath(name))) return false
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    return sizes.reduce((sum, size) => sum + size, 0) <= smallFilesBytesMax
  })

/**
 * The threads that import; each is started when there is something to do. One reads files and applies imports, one after
 * the other: two of them would hold two files in memory. What is small, and what a person waits for with an import that
 * is staged, has a thread of its own, so that it does not wait for the imports of other projects.
 */
export class ImportThread extends Context.Service<
  ImportThread,
  {
    /** Files that are applied as soon as they are read. */
    readonly importFiles: (
      singleStep: SingleStepImport
    ) => Effect.Effect<Pick<AppliedImport, "unresolvedConflicts" | "report">, DomainError | WorkerFailed>
    /** Keys in a JSON body, which is parsed and checked in the thread too. */
    readonly importBody: (imported: ImportOfBody) => Effect.Effect<ImportedBody, DomainError>
    readonly stage: (upload: StageUpload) => Effect.Effect<StagedUpload, DomainError | WorkerFailed>
    readonly applyStaged: (
      apply: ApplyStaged,
      onProgress: (progress: ApplyProgress) => void
    ) => Effect.Effect<ImportReport, DomainError>
    /**
     * A hundred thousand texts may change with it: too much for the thread that answers requests. False: there is no
     * import any more.
     */
    readonly change: (owner: ImportOwner, change: ImportChange) => Effect.Effect<boolean>
    /** Erases removed imports some time soon; nothing waits for it. */
    readonly erase: Effect.Effect<void>
  }
>()("@dragoman/server/transfer/import/thread/ImportThread") {
  static readonly layer = Layer.effect(
    ImportThread,
    Effect.gen(function* () {
      const { database, dataDir } = yield* Settings
      const staging = yield* ImportStagingRepository
      const signal = yield* CommitSignal
      const clock = yield* Clock.Clock
      const maxOldGenerationSizeMb = yield* ImportHeapMegabytesMax
      const makeImportWorker = (jobsPerThread: number) =>
        makeWorker(ImportJobs, {
          name: "import-worker",
          workerData: DatabaseWorkerData.make({ database }),
          resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: youngMegabytesMax },
          jobsPerThread,
          finishesJobs: true,
          beside: ({ commits }) => Stream.runForEach(commits(), signal.publish)
        })
      const large = yield* makeImportWorker(1)
      const small = yield* makeImportWorker(smallJobsMax)
      const projectLocks = yield* RcMap.make({ lookup: (_projectId: number) => Semaphore.make(1) })
      /** Small jobs of one project run one after the other; those of different projects do not wait for each other. */
      const runSmallOf =
        (projectId: number): typeof small.run =>
        (use) =>
          Effect.scoped(Effect.flatMap(RcMap.get(projectLocks, projectId), (lock) => lock.withPermit(small.run(use))))

      // What a killed server left behind.
      yield* Effect.promise(() => rm(uploadFolder(dataDir), { recursive: true, force: true }))
      const erase = Effect.suspend(() =>
        Effect.ignore(large.run((client) => client.erase({ now: clock.currentTimeMillisUnsafe() })))
      )
      if (yield* staging.hasRemoved) yield* Effect.forkScoped(erase)
      return ImportThread.of({
        stage: (upload) => large.run((client) => client.stage(upload)),
        importFiles: (singleStep) =>
          Effect.flatMap(areSmall(singleStep.files), (isSmall) => {
            const run = isSmall ? runSmallOf(singleStep.authority.projectId) : large.run
            return run((client) => client.importFiles(singleStep))
          }),
        importBody: (imported) => {
          const run = imported.body.kind === "bytes" ? runSmallOf(imported.operation.access.projectId) : large.run
          return orDieOfWorker(run((client) => client.importBody(imported)))
        },
        applyStaged: (staged, onProgress) =>
          orDieOfWorker(
            large.run((client) =>
              client.applyStaged(staged).pipe(
                Stream.runFold(
                  () => nothingReported,
                  (report: ImportReport, message) => {
                    if (message.kind === "applied") return message.report
                    onProgress(message)
                    return report
                  }
                )
              )
            )
          ),
        change: (owner, change) =>
          Effect.orDie(runSmallOf(owner.projectId)((client) => client.change({ owner, change }))),
        erase: Effect.asVoid(Effect.forkDetach(erase))
      })
    })
  )
}

const nothingReported: ImportReport = { issues: [], issueCount: 0, notices: [], noticeCount: 0 }
