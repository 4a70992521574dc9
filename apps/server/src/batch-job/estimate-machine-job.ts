import type { MachineEstimateModel } from "@dragoman/api"
import { type BatchStart, type batchScopes, replaceableTexts } from "@dragoman/domain/batch-job"
import { toAmount } from "@dragoman/domain/machine-translation"
import { stateChangeLanguages } from "@dragoman/domain/permission"
import type { Validated } from "@dragoman/domain/validation"
import { Effect } from "effect"
import { estimateTranslation } from "../assistance/machine-translation/estimate-translation.ts"
import { orFail } from "../platform/fail.ts"
import { machineSuggestionLimit, RateLimiter } from "../platform/http/rate-limiter.ts"
import type { ProjectAccess } from "../service/access/access.ts"
import { checkKeys, checkLanguages } from "./change-batch-jobs.ts"

/** Estimates a job that translates by machine, with the checks of its start. Changes nothing, and asks no service. */
export const estimateMachineJob = Effect.fn("estimateMachineJob")(function* (
  access: ProjectAccess<(typeof batchScopes)["MACHINE_TRANSLATE"]>,
  validated: Validated<BatchStart<"MACHINE_TRANSLATE">>
) {
  yield* (yield* RateLimiter).consume(machineSuggestionLimit, access.caller.userId)
  const { keyIds, operation } = yield* orFail(validated)
  yield* checkKeys(access.projectId, keyIds, operation)
  yield* checkLanguages(access, operation)
  const reviewLanguageIds = stateChangeLanguages(access)
  const estimates = yield* estimateTranslation(access.projectId, access.caller.userId, keyIds, {
    languageIds: operation.targetLanguageIds,
    replaceable: (languageId) => replaceableTexts(operation, languageId, reviewLanguageIds)
  })
  const languages = estimates.map(({ language, service, texts, usage, cost }) => ({
    languageId: language.id,
    languageTag: language.tag,
    service,
    texts,
    skipped: keyIds.length - texts,
    characters: usage.characters,
    tokens: usage.inputTokens + usage.outputTokens,
    cost
  }))
  const sumOf = (name: "texts" | "skipped" | "characters" | "tokens" | "cost") =>
    languages.reduce((sum, language) => sum + language[name], 0)
  return {
    texts: sumOf("texts"),
    skipped: sumOf("skipped"),
    characters: sumOf("characters"),
    tokens: sumOf("tokens"),
    cost: toAmount(sumOf("cost")),
    languages: languages.map((language) => ({ ...language, cost: toAmount(language.cost) }))
  } satisfies MachineEstimateModel
})
