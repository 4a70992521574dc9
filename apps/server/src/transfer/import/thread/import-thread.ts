import { rm, stat } from "node:fs/promises"
import type { DomainError } from "@dragoman/domain/error"
import { isArchivePath } from "@dragoman/formats"
import { type ImportOwner, ImportStagingRepository } from "@dragoman/store"
import { Clock, Context, Effect, Layer, RcMap, Semaphore, Stream } from "effect"
import { CommitSignal } from "../../../change/commit-signal.ts"
import { CurrentPublishingDelays } from "../../../change/schedule-publishing.ts"
import { type UploadedFile, uploadFolder } from "../../../platform/body/receive-body.ts"
import {
  type DatabaseConnections,
  importConnections,
  threadConnections
} from "../../../platform/database/database-connections.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import { heavyHeapMegabytes } from "../../../platform/worker/heavy-jobs.ts"
import { makeWorker, orDieOfWorker, type WorkerFailed } from "../../../platform/worker/worker.ts"
import { ContentWorkerData } from "../../../platform/worker/worker-messages.ts"
import type { AppliedImport } from "../applying/import-report.ts"
import { importBatchKeysMax } from "../applying/import-source.ts"
import {
  type AppliedStaged,
  type ApplyPlan,
  type ApplyProgress,
  type ApplyStaged,
  type ImportChange,
  type ImportedBody,
  ImportJobs,
  type ImportOfBody,
  type PlanFiles,
  type SingleStepImport,
  type StagedUpload,
  type StageUpload
} from "./import-messages.ts"

/** Heap of the thread: enough for the largest upload. Beyond it the thread ends, not the server. */
const heapMegabytesMax = 1_024

/** Small jobs that run at once: one that waits for the lock of its project does not stop those of other projects. */
const smallJobsMax = 8

/** Total size of the files in a request. */
const smallFilesBytesMax = 1024 * 1024

const areSmall = (files: ReadonlyArray<UploadedFile>): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    // The size of an archive's content is unknown until it is unpacked.
    if (files.some(({ name }) => isArchivePath(name))) return false
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    return sizes.reduce((sum, size) => sum + size, 0) <= smallFilesBytesMax
  })

/**
 * The threads that import; each starts with its first job. One runs the large jobs one after the other: two of them would
 * hold two files in memory. Small jobs, and changes to a staged import, which a user waits for, have a thread of their own,
 * so that they do not wait for the imports of other projects.
 */
export class ImportThread extends Context.Service<
  ImportThread,
  {
    /** Applies files as soon as they are read. */
    readonly importFiles: (
      singleStep: SingleStepImport
    ) => Effect.Effect<Pick<AppliedImport, "unresolvedConflicts" | "report">, DomainError | WorkerFailed>
    /** Stores what applying the files would do; the id of the plan. */
    readonly planFiles: (planned: PlanFiles) => Effect.Effect<{ readonly planId: number }, DomainError | WorkerFailed>
    /** Applies a plan of so many keys. */
    readonly applyPlan: (
      plan: ApplyPlan,
      keyCount: number
    ) => Effect.Effect<Pick<AppliedImport, "unresolvedConflicts" | "report">, DomainError>
    /** Imports the keys in a JSON body, which the thread parses and checks as well. */
    readonly importBody: (imported: ImportOfBody) => Effect.Effect<ImportedBody, DomainError>
    readonly stage: (upload: StageUpload) => Effect.Effect<StagedUpload, DomainError | WorkerFailed>
    readonly applyStaged: (
      apply: ApplyStaged,
      onProgress: (progress: ApplyProgress) => void
    ) => Effect.Effect<AppliedStaged, DomainError>
    /**
     * Changes the import, up to a hundred thousand texts of it: too much for the main thread. False: the import no longer
     * exists.
     */
    readonly change: (owner: ImportOwner, change: ImportChange) => Effect.Effect<boolean>
    /** Starts erasing the rows of removed imports, and does not wait for it. */
    readonly erase: Effect.Effect<void>
  }
>()("@dragoman/server/transfer/import/thread/ImportThread") {
  static readonly layer = Layer.effect(
    ImportThread,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { dataDir, workerMegabytesMax } = settings
      const publishingDelays = yield* CurrentPublishingDelays
      const heapMegabytes = workerMegabytesMax ?? (yield* heavyHeapMegabytes(heapMegabytesMax))
      const staging = yield* ImportStagingRepository
      const signal = yield* CommitSignal
      const clock = yield* Clock.Clock
      const makeImportWorker = (jobsPerThread: number, isHeavy: boolean, database: DatabaseConnections) =>
        makeWorker(ImportJobs, {
          name: "import-worker",
          workerData: ContentWorkerData.make({ database, publishingDelays }),
          resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
          isHeavy,
          jobsPerThread,
          finishesJobs: true,
          beside: ({ commits }) => Stream.runForEach(commits(), signal.publish)
        })
      const large = yield* makeImportWorker(1, true, threadConnections(settings))
      const small = yield* makeImportWorker(smallJobsMax, false, importConnections(settings))
      const projectLocks = yield* RcMap.make({ lookup: (_projectId: number) => Semaphore.make(1) })
      /** Small jobs of one project run one after the other; those of different projects do not wait for each other. */
      const runSmallOf =
        (projectId: number): typeof small.run =>
        (use) =>
          Effect.scoped(Effect.flatMap(RcMap.get(projectLocks, projectId), (lock) => lock.withPermit(small.run(use))))

      const runnerFor = ({ files, authority }: Pick<SingleStepImport, "files" | "authority">) =>
        Effect.map(areSmall(files), (isSmall) => (isSmall ? runSmallOf(authority.projectId) : large.run))

      // Files that a killed server left behind.
      yield* Effect.promise(() => rm(uploadFolder(dataDir), { recursive: true, force: true }))
      const erase = Effect.suspend(() =>
        Effect.ignore(large.run((client) => client.erase({ now: clock.currentTimeMillisUnsafe() })))
      )
      if (yield* staging.hasRemoved) yield* Effect.forkScoped(erase)
      return ImportThread.of({
        stage: (upload) => large.run((client) => client.stage(upload)),
        importFiles: (singleStep) =>
          Effect.flatMap(runnerFor(singleStep), (run) => run((client) => client.importFiles(singleStep))),
        planFiles: (planned) => Effect.flatMap(runnerFor(planned), (run) => run((client) => client.planFiles(planned))),
        applyPlan: (plan, keyCount) => {
          const run = keyCount <= importBatchKeysMax ? runSmallOf(plan.authority.projectId) : large.run
          return orDieOfWorker(run((client) => client.applyPlan(plan)))
        },
        importBody: (imported) => {
          const run = imported.body.kind === "bytes" ? runSmallOf(imported.operation.access.projectId) : large.run
          return orDieOfWorker(run((client) => client.importBody(imported)))
        },
        applyStaged: (staged, onProgress) =>
          orDieOfWorker(
            large.run((client) =>
              client.applyStaged(staged).pipe(
                Stream.runFold(
                  () => nothingApplied,
                  (applied: AppliedStaged, message) => {
                    if (message.kind === "applied") return message
                    onProgress(message)
                    return applied
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

const nothingApplied: AppliedStaged = {
  kind: "applied",
  report: { issues: [], issueCount: 0, notices: [], noticeCount: 0 },
  summary: { createdKeys: 0, changedKeys: 0, skippedKeys: 0, languages: [] }
}
