import type { DefaultServices, TranslationEngineName, TranslationService } from "@dragoman/domain/machine-translation"
import { type EndpointRules, endpointRules } from "@dragoman/domain/network"
import type { EngineConfig } from "@dragoman/machine-translation"
import { Context, Effect, Layer } from "effect"
import { engineConfigsOf, modelsOf, type NamedModel } from "../../platform/settings/machine-access.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { defaultServicesOf, translationServicesOf } from "../../platform/settings/translation-services.ts"

interface MachineServicesValue {
  readonly engines: ReadonlyMap<TranslationEngineName, EngineConfig>
  /** Models of the server, in the order of the settings; without those that are switched off. */
  readonly models: ReadonlyArray<NamedModel>
  /** False: neither models of the server nor those of organizations are used. */
  readonly mayUseModels: boolean
  /** Name of the model of prompts that name none; null: the first one. */
  readonly defaultModel: string | null
  /** Names of models in place of those that no longer exist. */
  readonly modelFallbacks: Readonly<Record<string, string>>
  /** Returns the services that exist for an organization; PROMPT needs a model of the server or of its own. */
  readonly servicesOf: (organization: { readonly hasModels: boolean }) => ReadonlyArray<TranslationService>
  readonly defaultsOf: (services: ReadonlyArray<TranslationService>) => DefaultServices
  /** Addresses that models of organizations may have; those of the settings may have any. */
  readonly organizationRules: EndpointRules
}

/** Services of machine translation that the settings switch on, and their configurations. */
export class MachineServices extends Context.Service<MachineServices, MachineServicesValue>()(
  "@dragoman/server/assistance/machine-translation/MachineServices"
) {
  static readonly layer = Layer.effect(MachineServices, Effect.map(Settings, machineServicesOf))
}

function machineServicesOf(settings: SettingValues): MachineServicesValue {
  const engines = new Map(engineConfigsOf(settings).map((config) => [config.engine, config]))
  const models = modelsOf(settings)
  return {
    engines,
    models,
    mayUseModels: settings.llmEnabled,
    defaultModel: settings.llmDefaultProvider,
    modelFallbacks: settings.llmFallbacks,
    servicesOf: (organization) => translationServicesOf(settings, organization),
    defaultsOf: (services) => defaultServicesOf(settings, services),
    organizationRules: endpointRules({
      allow: settings.mtAllow,
      deny: settings.webhookDeny,
      ports: settings.webhookPorts
    })
  }
}
