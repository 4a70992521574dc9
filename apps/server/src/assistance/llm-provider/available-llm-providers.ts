import type { AvailableLlmProviderModel } from "@dragoman/api"
import {
  defaultModelProviderName,
  findModelProviders,
  type ModelProviderNames
} from "@dragoman/domain/machine-translation"
import { Effect } from "effect"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { MachineServices } from "../machine-translation/machine-services.ts"
import { listLlmProviders } from "./llm-providers.ts"

/** Lists the names that prompts of the organization can choose, `default` first when it stands for one of them. */
export const listAvailableProviders = Effect.fn("listAvailableProviders")(function* (
  access: OrganizationAccess<"VIEWER">
) {
  const { mayUseModels, defaultModel, modelFallbacks } = yield* MachineServices
  if (!mayUseModels) return []
  const own = yield* listLlmProviders(access)
  const names: ModelProviderNames<Available> = {
    organizationProviders: own.map(({ id, name, type, priority }) => ({
      id,
      name,
      priority,
      shown: { ...withoutPrices, name, source: "ORGANIZATION", type }
    })),
    serverProviders: yield* serverProviders,
    defaultName: defaultModel,
    fallbacks: new Map(Object.entries(modelFallbacks))
  }
  const all = firstOfEachName([...names.organizationProviders, ...names.serverProviders])
  const byDefault = findModelProviders(defaultModelProviderName, names)
  const [first] = byDefault?.providers ?? []
  return byDefault === null || first === undefined || byDefault.name === defaultModelProviderName
    ? all
    : [{ ...first.shown, name: defaultModelProviderName, resolvesToName: byDefault.name }, ...all]
})

/** Lists the providers that the operator set up. */
export const listServerProviders = Effect.map(
  Effect.suspend(() => serverProviders),
  (providers) => firstOfEachName(providers)
)

interface Available {
  readonly id: number
  readonly name: string
  readonly priority: "HIGH" | "LOW" | null
  readonly shown: AvailableLlmProviderModel
}

const withoutPrices = { tokenPriceInCreditsInput: null, tokenPriceInCreditsOutput: null, resolvesToName: null }

const serverProviders = MachineServices.use(({ models }) =>
  Effect.succeed(
    models.map(
      ({ name, priority, config, inputPrice, outputPrice }, index): Available => ({
        id: -1 - index,
        name,
        priority,
        shown: {
          name,
          source: "SERVER",
          type: config.type,
          tokenPriceInCreditsInput: inputPrice,
          tokenPriceInCreditsOutput: outputPrice,
          resolvesToName: null
        }
      })
    )
  )
)

const firstOfEachName = (providers: ReadonlyArray<Available>): ReadonlyArray<AvailableLlmProviderModel> =>
  providers
    .filter(({ name }, index) => providers.findIndex((other) => other.name === name) === index)
    .map(({ shown }) => shown)
