import {
  type ModelPriority,
  type ModelProvider,
  type ModelSuspensions,
  modelProvidersToTry,
  suspendModelProvider,
  type TranslationEngineName,
  type TranslationPrices
} from "@dragoman/domain/machine-translation"
import type { EndpointRules } from "@dragoman/domain/network"
import {
  type LanguageModel,
  type ModelConfig,
  makeEngine,
  makeLanguageModel,
  makeSharedSemaphore,
  type TranslationEngine
} from "@dragoman/machine-translation"
import type { AddressResolver, EndpointConnector } from "@dragoman/network"
import { Clock, Context, Effect, Layer } from "effect"
import { operatorRules } from "../../platform/settings/machine-access.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { showMachineMetrics } from "./machine-metrics.ts"
import { MachineServices } from "./machine-services.ts"
import { makeServiceShares } from "./service-shares.ts"

/** Access to a language model, with all that its use needs. */
export interface UsableModel extends ModelProvider {
  readonly config: ModelConfig
  readonly prices: TranslationPrices
  readonly rules: EndpointRules
}

/** Time limit of engines. Source: docs/machine-translation.md#limits. */
const requestMillis = 30_000

/** Parallel requests to a service without a setting. */
const requestsMax = 8

/** Clients of the services of machine translation; each keeps the share of its limits that this server has. */
export class MachineClients extends Context.Service<
  MachineClients,
  {
    readonly engine: (name: TranslationEngineName) => TranslationEngine | null
    readonly modelOf: (model: UsableModel) => Effect.Effect<LanguageModel>
    /** Orders the entries that a request tries; those that had too many requests rest. */
    readonly modelsToTry: (
      models: ReadonlyArray<UsableModel>,
      priority: ModelPriority
    ) => Effect.Effect<ReadonlyArray<UsableModel>>
    /** Lets an entry rest after it had too many requests. */
    readonly rest: (model: UsableModel) => Effect.Effect<void>
  }
>()("@dragoman/server/assistance/machine-translation/MachineClients") {
  static readonly layer = Layer.effect(
    MachineClients,
    Effect.gen(function* () {
      const { engines: configs, mayUseModels } = yield* MachineServices
      yield* showMachineMetrics([...configs.keys(), ...(mayUseModels ? ["PROMPT" as const] : [])])
      const network = yield* Effect.context<AddressResolver | EndpointConnector>()
      const { mtRequests, mtCharactersPerMinute } = yield* Settings
      const shareOf = yield* makeServiceShares()
      const optionsOf = (name: TranslationEngineName) => ({
        rules: operatorRules,
        requestMillis,
        requestsMax: mtRequests[name] ?? requestsMax,
        charactersPerMinute: mtCharactersPerMinute[name] ?? null,
        share: shareOf(name)
      })
      const engines = new Map(
        yield* Effect.forEach(configs, ([name, config]) =>
          Effect.map(makeEngine(config, optionsOf(name)), (engine) => [name, engine] as const)
        )
      )
      /** Limits of models by the ids of their entries. */
      const semaphores = new Map<number, ReturnType<typeof makeSharedSemaphore>>()
      const semaphoreOf = (id: number) => {
        const semaphore =
          semaphores.get(id) ?? makeSharedSemaphore(mtRequests["PROMPT"] ?? requestsMax, shareOf(`PROMPT ${id}`))
        semaphores.set(id, semaphore)
        return semaphore
      }
      let turn = 0
      let suspensions: ModelSuspensions = new Map()
      return MachineClients.of({
        engine: (name) => engines.get(name) ?? null,
        modelOf: ({ id, config, rules }) =>
          Effect.map(
            makeLanguageModel(config, rules),
            ({ answer, ...model }): LanguageModel => ({
              ...model,
              answer: (request) => semaphoreOf(id).withPermit(answer(request))
            })
          ).pipe(Effect.provideContext(network)),
        modelsToTry: (models, priority) =>
          Effect.map(Clock.currentTimeMillis, (nowMillis) =>
            modelProvidersToTry(models, { priority, turn: turn++, suspensions, nowMillis })
          ),
        rest: ({ id }) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            suspensions = suspendModelProvider(suspensions, id, now)
          })
      })
    })
  )
}
