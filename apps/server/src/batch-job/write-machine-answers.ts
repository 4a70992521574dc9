import { askedLanguages, machineLanguages, replaceableTexts } from "@dragoman/domain/batch-job"
import { MachineAnswerRepository, type UnfinishedBatchJob } from "@dragoman/store"
import { Effect } from "effect"
import { labelFilledTexts } from "../assistance/auto-translation/label-filled-texts.ts"
import { findMachinePlaces, type MachineRule } from "../assistance/machine-translation/find-machine-places.ts"
import { noResult, toAnswerRow, writeMachineTexts } from "../assistance/machine-translation/write-machine-texts.ts"
import type { ContentProject } from "../change/change-project.ts"
import { ByPlace } from "../content/translation/translation-places.ts"

/** Returns which texts a job finds before the transaction that writes them. */
export const machineRuleOf = ({ operation, reviewLanguageIds }: UnfinishedBatchJob): MachineRule => ({
  languageIds: askedLanguages(operation),
  replaceable: (languageId) => replaceableTexts(operation, languageId, reviewLanguageIds),
  optionalIds: askedLanguages(operation).filter((id) => !machineLanguages(operation).includes(id))
})

/**
 * Writes the kept answers for keys of a job, in the transaction of the batch. `waits`: keys with texts that have no answer yet are
 * written later; else these texts fail. Answers of the playground stay with the job, and are not written.
 */
export const writeMachineAnswers = Effect.fn("writeMachineAnswers")(function* (
  project: ContentProject,
  job: UnfinishedBatchJob,
  keyIds: ReadonlyArray<number>,
  waits: boolean
) {
  const answers = yield* MachineAnswerRepository
  const rule = machineRuleOf(job)
  const rows = yield* answers.list(job.id, keyIds)
  const results = ByPlace.of(rows)
  const waiting = new Set<number>()
  if (waits) {
    for (const place of (yield* findMachinePlaces(project, keyIds, rule)).places) {
      const isOptional = rule.optionalIds?.includes(place.languageId) ?? false
      if (!isOptional && results.get(place) === undefined) waiting.add(place.keyId)
    }
  }
  const answeredIds = keyIds.filter((id) => !waiting.has(id))
  if (job.operation.type === "AI_PLAYGROUND_TRANSLATE") {
    const { places } = yield* findMachinePlaces(project, answeredIds, rule)
    const unanswered = places
      .filter((place) => results.get(place) === undefined)
      .map(({ keyId, languageId }) => toAnswerRow({ keyId, languageId, ...noResult }))
    yield* answers.keep(job.id, unanswered)
    const failures = [...rows.filter(({ keyId, text }) => text === null && !waiting.has(keyId)), ...unanswered]
    return {
      changes: { entities: [], described: [] },
      remainingKeyIds: [...waiting],
      failedKeyIds: [...new Set(failures.map(({ keyId }) => keyId))],
      errorMessage: failures[0]?.errorCode ?? null
    }
  }
  const { changes, failures } = yield* writeMachineTexts(project, answeredIds, rule, results)
  yield* answers.remove(job.id, answeredIds)
  yield* answers.keep(job.id, failures.map(toAnswerRow))
  return {
    changes: yield* labelFilledTexts(project, job.operation, changes),
    remainingKeyIds: [...waiting],
    failedKeyIds: [...new Set(failures.map(({ keyId }) => keyId))],
    errorMessage: failures[0]?.code ?? null
  }
})
