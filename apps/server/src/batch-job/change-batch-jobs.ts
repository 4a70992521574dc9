import {
  type BatchOperation,
  type BatchOperationType,
  type BatchStart,
  type batchScopes,
  changesContent,
  inSteps,
  isOfTrash,
  keysPerStep
} from "@dragoman/domain/batch-job"
import { changesProtectedBranches } from "@dragoman/domain/branch"
import { customErrors } from "@dragoman/domain/error"
import { stateChangeLanguages } from "@dragoman/domain/permission"
import type { Validated } from "@dragoman/domain/validation"
import {
  BatchJobRepository,
  BranchRepository,
  Database,
  KeyRepository,
  KeyTrashRepository,
  LabelRepository,
  LanguageRepository,
  MachineAnswerRepository,
  QualityCheckRepository
} from "@dragoman/store"
import { Clock, Context, Effect, Option } from "effect"
import { enterBranch, lockContentProject } from "../change/change-project.ts"
import {
  requireStateChange,
  requireTakeAway,
  requireTranslate,
  requireView
} from "../content/translation/require-languages.ts"
import { failWith, orFail } from "../platform/fail.ts"
import { batchJobCancelLimit, RateLimiter } from "../platform/http/rate-limiter.ts"
import { type AnyOfAccess, type ProjectAccess, requireScopes } from "../service/access/access.ts"
import { BatchJobEngine } from "./batch-job-engine.ts"
import { findBatchJob, ownerOf } from "./batch-job-queries.ts"
import { finishBatchJob } from "./run-batch-job.ts"

/** Keys per query: a few milliseconds, after which other requests run. */
const keysPerRound = 2_000

/** Number of keys in one piece of a job, even if its operation allows more. */
export const BatchPieceKeysMax = Context.Reference("@dragoman/server/batch-job/BatchPieceKeysMax", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/**
 * Stores a job, which runs in the background; checks its keys and languages first. The permission of the caller is checked
 * now, and again before each batch.
 */
export const startBatchJob = Effect.fn("startBatchJob")(function* <Type extends BatchOperationType>(
  access: ProjectAccess<(typeof batchScopes)[Type]>,
  validated: Validated<BatchStart<Type>>
) {
  const start = yield* orFail(validated)
  const { keyIds } = start
  const operation: BatchOperation = start.operation
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const engine = yield* BatchJobEngine
  const pieceKeysMax = yield* BatchPieceKeysMax
  const { projectId } = access
  yield* checkKeys(projectId, keyIds, operation)
  yield* checkLanguages(access, operation)
  yield* checkLabels(projectId, operation)
  const keysByBranch = yield* groupByBranch(projectId, keyIds)
  if (operation.type === "QA_CHECK") yield* requireCheckedTexts(projectId, keyIds, operation.languageIds)
  return yield* database.transaction(
    Effect.gen(function* () {
      const project = yield* lockContentProject(projectId)
      for (const branchId of keysByBranch.keys()) {
        yield* enterBranch(
          project,
          { branchId },
          changesProtectedBranches(access.effectiveScopes) || !changesContent(operation)
        )
      }
      if (operation.type === "SET_KEYS_NAMESPACE" && operation.namespace !== null && !project.useNamespaces) {
        return yield* Effect.fail(customErrors({ namespace_cannot_be_used_when_feature_is_disabled: [] }))
      }
      const pieceKeys = Math.min(pieceKeysMax, keysPerStep(operation, project.languages.length))
      // The latest results of a user replace the earlier ones.
      if (operation.type === "AI_PLAYGROUND_TRANSLATE") {
        yield* MachineAnswerRepository.use((answers) => answers.removePlayground(projectId, access.caller.userId))
      }
      const id = yield* jobs.insert({
        projectId,
        owner: ownerOf(access),
        operation,
        reviewLanguageIds: stateChangeLanguages(access),
        pieces: [...keysByBranch.values()].flatMap((ids) => inSteps(ids, pieceKeys)),
        at: yield* Clock.currentTimeMillis
      })
      yield* database.afterCommit(engine.wake)
      return Option.getOrThrow(yield* jobs.find(projectId, id))
    })
  )
})

export const checkKeys = Effect.fnUntraced(function* (
  projectId: number,
  keyIds: ReadonlyArray<number>,
  operation: BatchOperation
) {
  const repository = isOfTrash(operation) ? yield* KeyTrashRepository : yield* KeyRepository
  const given = new Set<number>()
  let expected = 0
  for (const round of inSteps(keyIds, keysPerRound)) {
    for (const id of round) given.add(id)
    expected += round.length
    // Keys of other projects count as absent, and an id that is given twice counts once. The first round with such an id
    // is the last one: the work is bounded by the keys of the project, whatever the body lists.
    if (given.size < expected || (yield* repository.count(projectId, round)) < round.length) {
      return yield* failWith("key_not_found")
    }
    yield* Effect.yieldNow
  }
})

/**
 * Groups keys by their branch, so that a piece of a job has keys of one branch. Keys stay on their branch, so no lock is needed.
 */
const groupByBranch = Effect.fnUntraced(function* (projectId: number, keyIds: ReadonlyArray<number>) {
  const repository = yield* BranchRepository
  const branches = yield* repository.listOfProject(projectId)
  const onBranches = new Map<number, number>()
  for (const round of branches.every(({ isDefault }) => isDefault) ? [] : inSteps(keyIds, keysPerRound)) {
    for (const { keyId, branchId } of yield* repository.listKeysOnBranches(projectId, round)) {
      onBranches.set(keyId, branchId)
    }
    yield* Effect.yieldNow
  }
  return Map.groupBy(keyIds, (id) => onBranches.get(id) ?? null)
})

export const checkLanguages = Effect.fnUntraced(function* (access: ProjectAccess, operation: BatchOperation) {
  const repository = yield* LanguageRepository
  const wanted = languagesIn(operation)
  if (wanted.length === 0) return
  const project = { languages: yield* repository.listOfProject(access.projectId) }
  const known = new Set(project.languages.map(({ id }) => id))
  if (wanted.some((id) => !known.has(id))) return yield* failWith("language_not_found")
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
      yield* requireStateChange(access, project, operation.languageIds)
      // These two states remove texts.
      if (operation.state === "UNTRANSLATED") yield* requireTranslate(access, project, operation.languageIds)
      if (operation.state === "DISABLED") {
        yield* requireScopes(access, ["keys.edit"])
        yield* requireTakeAway(access, project, operation.languageIds)
      }
      return
    case "CLEAR_TRANSLATIONS":
    case "FIND_AND_REPLACE":
      return yield* requireTranslate(access, project, operation.languageIds)
    case "PRE_TRANSLATE_BT_TM":
      return yield* requireTranslate(access, project, operation.targetLanguageIds)
    case "MACHINE_TRANSLATE":
      yield* requireTranslate(access, project, operation.targetLanguageIds)
      if (operation.overwriteReviewed) yield* requireStateChange(access, project, operation.targetLanguageIds)
      return
    case "COPY_TRANSLATIONS":
      yield* requireTranslate(access, project, operation.targetLanguageIds)
      return yield* requireView(access, project, [operation.sourceLanguageId])
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return yield* requireView(access, project, operation.languageIds)
    case "AI_PLAYGROUND_TRANSLATE":
      return yield* requireView(access, project, operation.targetLanguageIds)
    case "QA_CHECK":
      return yield* requireView(access, project, operation.languageIds ?? [])
  }
})

const checkLabels = Effect.fnUntraced(function* (projectId: number, operation: BatchOperation) {
  if (!("labelIds" in operation)) return
  const repository = yield* LabelRepository
  const found = yield* repository.listWithIds(projectId, operation.labelIds)
  if (found.length < operation.labelIds.length) return yield* failWith("label_not_found")
})

/** Fails when none of the keys has a text in a language that is checked. */
const requireCheckedTexts = Effect.fnUntraced(function* (
  projectId: number,
  keyIds: ReadonlyArray<number>,
  languageIds: ReadonlyArray<number> | null
) {
  const repository = yield* QualityCheckRepository
  if (!(yield* repository.isUsed(projectId))) return yield* failWith("qa_checks_not_enabled")
  const checked = yield* repository.listCheckedLanguages(projectId)
  const wanted = languageIds === null ? checked : checked.filter((id) => languageIds.includes(id))
  for (const round of inSteps(keyIds, keysPerRound)) {
    if (yield* repository.hasTexts(projectId, round, wanted)) return
    yield* Effect.yieldNow
  }
  return yield* failWith("no_translations_to_recheck")
})

const languagesIn = (operation: BatchOperation): ReadonlyArray<number> => {
  switch (operation.type) {
    case "SET_TRANSLATIONS_STATE":
    case "CLEAR_TRANSLATIONS":
    case "FIND_AND_REPLACE":
    case "ASSIGN_TRANSLATION_LABEL":
    case "UNASSIGN_TRANSLATION_LABEL":
      return operation.languageIds
    case "PRE_TRANSLATE_BT_TM":
    case "MACHINE_TRANSLATE":
    case "AI_PLAYGROUND_TRANSLATE":
      return operation.targetLanguageIds
    case "COPY_TRANSLATIONS":
      return [...operation.targetLanguageIds, operation.sourceLanguageId]
    case "QA_CHECK":
      return operation.languageIds ?? []
    default:
      return []
  }
}

/** Cancels a job. Its changes so far stay and are in the activity; a job that has ended is left unchanged. */
export const cancelBatchJob = Effect.fn("cancelBatchJob")(function* (
  access: AnyOfAccess<"batch-jobs.cancel" | null>,
  jobId: number
) {
  const limiter = yield* RateLimiter
  const engine = yield* BatchJobEngine
  yield* limiter.consume(batchJobCancelLimit, access.caller.userId)
  yield* finishBatchJob(yield* findBatchJob(access, jobId, "batch-jobs.cancel"), "cancelled")
  yield* engine.abort(jobId)
  // The next job of the project can start.
  yield* engine.wake
})

/** Time for which an ended job is kept, with the keys that failed. Its changes stay in the activity. */
const keptMillis = 30 * 24 * 60 * 60 * 1000

/** Jobs per transaction, so that other writers get the lock in between: each job may have dozens of pieces. */
const jobsPerRound = 20

/** Deletes the jobs of all projects that ended long ago. */
export const forgetBatchJobs = Effect.fn("forgetBatchJobs")(function* () {
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const before = (yield* Clock.currentTimeMillis) - keptMillis
  while (yield* jobs.hasFinishedBefore(before)) {
    yield* database.transaction(jobs.forget(before, jobsPerRound))
  }
})
