import { costOf } from "@dragoman/domain/machine-translation"
import type { ModelRequest } from "@dragoman/machine-translation"
import { Clock, Effect, Result } from "effect"
import { failWith, failWithStatus } from "../../platform/fail.ts"
import { machineSuggestionLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import type { AdministratorAccess, OrganizationAccess } from "../../service/access/access.ts"
import { MachineClients, type UsableModel } from "../machine-translation/machine-clients.ts"
import { countUsage, measured } from "../machine-translation/machine-metrics.ts"
import { MachineServices } from "../machine-translation/machine-services.ts"
import { modelOfOrganization, modelsOfServer } from "../machine-translation/usable-models.ts"
import { findLlmProvider } from "./llm-providers.ts"

/** Asks a provider of the organization for a translation. */
export const testLlmProvider = Effect.fn("testLlmProvider")(function* (
  { organizationId, caller }: OrganizationAccess<"OWNER">,
  providerId: number
) {
  const row = yield* findLlmProvider(organizationId, providerId)
  const machines = yield* MachineServices
  if (!machines.mayUseModels) return yield* failWith("feature_not_enabled", ["MACHINE_TRANSLATION"])
  return yield* askEach(caller.userId, [modelOfOrganization(row, machines)])
})

/** Asks each provider of the server that has the name for a translation. */
export const testServerProvider = Effect.fn("testServerProvider")(function* (
  { caller }: AdministratorAccess,
  name: string
) {
  const models = modelsOfServer(yield* MachineServices).filter((model) => model.name === name)
  if (models.length === 0) return yield* failWithStatus(404, "llm_provider_not_found")
  return yield* askEach(caller.userId, models)
})

/** Asks models, which counts in no budget, and returns the first failure, or a translation when there is none. */
const askEach = Effect.fnUntraced(function* (userId: number, models: ReadonlyArray<UsableModel>) {
  yield* (yield* RateLimiter).consume(machineSuggestionLimit, userId)
  const begunAt = yield* Clock.currentTimeMillis
  const results = yield* Effect.forEach(models, (model) => Effect.result(ask(model)), { concurrency: "unbounded" })
  const durationMillis = (yield* Clock.currentTimeMillis) - begunAt
  const failed = results.find(Result.isFailure)
  if (failed !== undefined) return { success: false, output: null, durationMillis, error: failed.failure.detail }
  const [output = null] = results.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
  return { success: true, output, durationMillis, error: null }
})

const request: ModelRequest = {
  system: null,
  parts: [
    {
      type: "text",
      text: `Translate this text of a user interface from English (en) into German (de):
"Save changes"
Answer with one JSON object: "output" is the translation, "contextDescription" is empty.`
    }
  ],
  isJson: true
}

/** Longest output that is shown: the right one has a few words. */
const outputMaxUtf16Units = 500

/** Asks a model once, within the time limit of its first attempt: a person waits. */
const ask = Effect.fnUntraced(function* (model: UsableModel) {
  const attemptMillis = model.config.attemptMillis.slice(0, 1)
  const client = yield* (yield* MachineClients).modelOf({ ...model, config: { ...model.config, attemptMillis } })
  const { json, text, usage } = yield* measured("PROMPT", client.answer(request))
  yield* countUsage("PROMPT", usage, costOf(usage, model.prices))
  return (json?.output ?? text).slice(0, outputMaxUtf16Units)
})
