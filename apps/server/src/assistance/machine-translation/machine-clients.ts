import {
  type ModelPriority,
  type ModelProvider,
  type ModelSuspensions,
  modelProvidersToTry,
  suspendModelProvider,
  type TranslationEngineName,
  type TranslationPrices
} from "@dragoman/domain/machine-translation"
import { type EndpointRules, endpointRules } from "@dragoman/domain/network"
import {
  type LanguageModel,
  type ModelConfig,
  makeEngine,
  makeLanguageModel,
  type TranslationEngine
} from "@dragoman/machine-translation"
import type { AddressResolver, EndpointConnector } from "@dragoman/network"
import { Clock, Context, Effect, Layer } from "effect"
import { MachineServices } from "./machine-services.ts"

/** Access to a language model, with all that its use needs. */
export interface UsableModel extends ModelProvider {
  readonly config: ModelConfig
  readonly prices: TranslationPrices
  readonly rules: EndpointRules
}

/** Time limits and parallel requests of engines; a reference for tests. Source: docs/machine-translation.md#limits. */
const EngineTimes = Context.Reference("@dragoman/server/assistance/machine-translation/EngineTimes", {
  defaultValue: () => ({ requestMillis: 30_000, requestsMax: 8 })
})

/** The operator names servers, which may be private. */
export const operatorRules = endpointRules({ allow: ["*"], ports: ["*"] })

/** Clients of the services of machine translation; each keeps its limits. */
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
      const { engines: configs } = yield* MachineServices
      const times = yield* EngineTimes
      const network = yield* Effect.context<AddressResolver | EndpointConnector>()
      const options = { ...times, rules: operatorRules, charactersPerMinute: null }
      const engines = new Map(
        yield* Effect.forEach(configs, ([name, config]) =>
          Effect.map(makeEngine(config, options), (engine) => [name, engine] as const)
        )
      )
      let turn = 0
      let suspensions: ModelSuspensions = new Map()
      return MachineClients.of({
        engine: (name) => engines.get(name) ?? null,
        modelOf: ({ config, rules }) => makeLanguageModel(config, rules).pipe(Effect.provideContext(network)),
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
