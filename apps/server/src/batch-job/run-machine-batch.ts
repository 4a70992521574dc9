import { askedLanguages, type JobOperation, machineLanguages } from "@dragoman/domain/batch-job"
import type { ErrorCode } from "@dragoman/domain/error"
import { ruleOf, similarLanguages } from "@dragoman/domain/memory"
import {
  BatchJobRepository,
  Database,
  isDatabaseBusy,
  LanguageRepository,
  MachineAnswerRepository,
  outageOf,
  type UnfinishedBatchJob
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { fillFromSimilar } from "../assistance/auto-translation/find-similar-texts.ts"
import { findMachinePlaces, type MachinePlace } from "../assistance/machine-translation/find-machine-places.ts"
import { CostListener } from "../assistance/machine-translation/spending.ts"
import { type EndedLanguages, TextTranslator } from "../assistance/machine-translation/text-translator.ts"
import { readTranslatedProject } from "../assistance/machine-translation/translated-project.ts"
import { digestOfBase, toAnswerRow } from "../assistance/machine-translation/write-machine-texts.ts"
import { readBranches } from "../change/branch-place.ts"
import { ByPlace } from "../content/translation/translation-places.ts"
import { progressOf } from "./batch-job-shapes.ts"
import { findPermittedBranch, leaseMillis, type PieceStage, type RanPiece } from "./run-batch-job.ts"
import { machineRuleOf } from "./write-machine-answers.ts"

/** Pause between two writes of the answers that have come, and between two renewals of the lease. */
const tickMillis = 1_000

/** Pause before a statement is repeated that the database could not run. */
const outagePauseMillis = 250

/**
 * Result of a batch. `ended`: the languages whose services are not asked in later batches; `failure`: no further text of the job can be
 * translated.
 */
export interface RanMachineBatch extends RanPiece {
  readonly ended: EndedLanguages
  readonly failure: ErrorCode | null
}

/**
 * Runs the next batch of a job that asks machines: asks for its texts without transaction and lock, keeps each answer at once, and
 * writes those that have come every second, and the rest at the end. Meanwhile it renews the lease; it gives up when the job is over
 * or another server has it. `run` does the stages, which need the lock of the project; `ended` is that of the batch before. null: there
 * is nothing to do. ADR 110.
 */
export const runMachineBatch = Effect.fn("runMachineBatch")(function* <E>(
  { id, projectId }: { readonly id: number; readonly projectId: number },
  owner: string,
  ended: EndedLanguages,
  run: (stage: PieceStage) => Effect.Effect<RanPiece | null, E>,
  publish: (ran: RanPiece) => Effect.Effect<void>
) {
  const database = yield* Database
  const jobs = yield* BatchJobRepository
  const translator = yield* TextTranslator
  const answers = yield* MachineAnswerRepository
  const lease = Effect.map(Clock.currentTimeMillis, (now) => ({ owner, now, until: now + leaseMillis }))
  const leased = yield* database.transaction(Effect.flatMap(lease, (wanted) => jobs.lease(id, wanted)))
  if (Option.isNone(leased)) return null
  const job = leased.value
  const found = yield* jobs.findPiece(id)
  const idle = { progress: progressOf(job), isDone: false, isForbidden: false } satisfies RanPiece
  const resultOf = (ran: RanPiece, nowEnded: EndedLanguages): RanMachineBatch => ({
    ...ran,
    ended: nowEnded,
    failure: failureOfAll(job.operation, nowEnded)
  })
  if (Option.isNone(found)) return resultOf({ ...idle, isDone: true }, ended)
  const { number, keyIds } = found.value
  const branch = yield* findPermittedBranch(yield* readBranches(projectId), job, keyIds)
  if (Option.isNone(branch)) return resultOf({ ...idle, isForbidden: true }, ended)

  if (job.operation.type === "AUTO_TRANSLATE" && job.operation.targetLanguageIds.length > 0) {
    const filled = yield* run({ kind: "memory", number })
    if (filled === null || filled.isForbidden) return filled && resultOf(filled, ended)
  }
  const places = yield* findPlacesToAsk(job, keyIds)
  let hasNewAnswers = false
  let newCost = 0
  const addCost = Effect.suspend(() => {
    const cost = newCost
    newCost = 0
    return cost === 0 ? Effect.void : untilAvailable(database.autocommit(jobs.addCost(id, cost)))
  })
  const findInMemory = Effect.gen(function* () {
    const similar = yield* findSimilar(job, places)
    if (similar.length > 0) {
      yield* untilAvailable(database.autocommit(answers.keep(id, similar.map(toAnswerRow))))
      hasNewAnswers = true
    }
    const found = ByPlace.of(similar)
    return places.filter((place) => found.get(place) === undefined)
  })
  const ask = Effect.fnUntraced(function* (asked: ReadonlyArray<MachinePlace>) {
    const failed = asked.flatMap(({ keyId, languageId }) => {
      const failure = ended.get(languageId)
      return failure === undefined ? [] : [toAnswerRow({ keyId, languageId, ...failure })]
    })
    if (failed.length > 0) yield* untilAvailable(database.autocommit(answers.keep(id, failed)))
    const places = asked.filter(({ languageId }) => !ended.has(languageId))
    if (places.length === 0) return ended
    const newlyEnded = yield* translator.translate({
      projectId,
      places: places.map(({ keyId, languageId }) => ({ keyId, languageId })),
      prompt: job.operation.type === "AI_PLAYGROUND_TRANSLATE" ? job.operation.prompt : null,
      userId: job.operation.type === "AUTO_TRANSLATE" ? null : job.authorId,
      onAnswer: (result) =>
        untilAvailable(database.autocommit(answers.keep(id, [toAnswerRow(result)]))).pipe(
          Effect.tap(() =>
            Effect.sync(() => {
              hasNewAnswers = true
            })
          )
        )
    })
    return new Map([...ended, ...newlyEnded])
  })
  const byMachine = machineLanguages(job.operation)
  const asking = findInMemory.pipe(
    Effect.map((missing) => missing.filter(({ languageId }) => byMachine.includes(languageId))),
    Effect.flatMap(ask),
    Effect.provideService(CostListener, (cost) => {
      newCost += cost
    })
  )
  const keepLease = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(tickMillis)
      yield* addCost
      if (!(yield* untilAvailable(database.autocommit(Effect.flatMap(lease, (until) => jobs.renew(id, until))))))
        return lost
    }
  })
  const writeAnswers = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(tickMillis)
      if (!hasNewAnswers) continue
      hasNewAnswers = false
      // Another writer of the project may take long: these answers are written later.
      const ran = yield* run({ kind: "answered", number }).pipe(
        Effect.catchCause((cause) => (isPassing(cause) ? Effect.succeed(idle) : Effect.failCause(cause)))
      )
      if (ran === null) return lost
      if (ran !== idle) yield* publish(ran)
    }
  })
  const result =
    places.length === 0
      ? ended
      : yield* Effect.ensuring(Effect.raceAllFirst([asking, keepLease, writeAnswers]), addCost)
  if (result === lost) return null
  const ran = yield* run({ kind: "rest", number })
  return ran && resultOf(ran, result)
})

/** Finds the failure of a job all of whose languages have ended; null: the memory, or the service of one, still has texts for it. */
const failureOfAll = (operation: JobOperation, ended: EndedLanguages): ErrorCode | null => {
  if (operation.type === "AUTO_TRANSLATE" && operation.targetLanguageIds.length > 0) return null
  const languageIds = askedLanguages(operation)
  const [failure] = languageIds.flatMap((id) => ended.get(id) ?? [])
  return failure !== undefined && languageIds.every((id) => ended.has(id)) ? failure.code : null
}

/** The job is over, or another server has it. */
const lost = "lost" as const

const isPassing = (cause: Parameters<typeof outageOf>[0]) => isDatabaseBusy(cause) || outageOf(cause) !== null

/** Repeats a statement while the database is unavailable, so that no answer that was paid for is lost. */
const untilAvailable = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchCause(effect, (cause) =>
    isPassing(cause)
      ? Effect.andThen(
          Effect.sleep(outagePauseMillis),
          Effect.suspend(() => untilAvailable(effect))
        )
      : Effect.failCause(cause)
  )

/** Finds the texts of a batch without a result. A kept text of another base text counts as none, a failure is a result. */
const findPlacesToAsk = Effect.fnUntraced(function* (job: UnfinishedBatchJob, keyIds: ReadonlyArray<number>) {
  const { projectId } = job
  const languages = yield* (yield* LanguageRepository).listOfProject(projectId)
  const { places } = yield* findMachinePlaces({ projectId, languages }, keyIds, machineRuleOf(job))
  const kept = ByPlace.of(yield* (yield* MachineAnswerRepository).list(job.id, keyIds))
  return places.filter((place) => {
    const result = kept.get(place)
    return result === undefined || (result.text !== null && result.baseDigest !== digestOfBase(place.baseText))
  })
})

/** Finds similar texts of the memory in the languages whose rule allows them. */
const findSimilar = Effect.fnUntraced(function* (
  { projectId, operation }: UnfinishedBatchJob,
  places: ReadonlyArray<MachinePlace>
) {
  if (operation.type !== "AUTO_TRANSLATE") return []
  const languageIds = similarLanguages(operation)
  const wanted = places.filter(({ languageId }) => languageIds.includes(languageId))
  if (wanted.length === 0) return []
  const project = yield* Effect.option(readTranslatedProject(projectId))
  if (Option.isNone(project)) return []
  const minSimilarityOf = (languageId: number) => ruleOf(operation, languageId).memoryMinSimilarity
  return (yield* fillFromSimilar(project.value, wanted, minSimilarityOf)).filled
})
