import type { TranslationPrices } from "@dragoman/domain/machine-translation"
import type { ModelConfig } from "@dragoman/machine-translation"
import type { LlmProviderRow } from "@dragoman/store"
import { operatorRules } from "../../platform/settings/machine-access.ts"
import type { UsableModel } from "./machine-clients.ts"
import type { MachineServices } from "./machine-services.ts"

/** Returns the access to a language model of an organization, which pays its providers itself. */
export const modelOfOrganization = (
  row: LlmProviderRow,
  { organizationRules }: Pick<MachineServices["Service"], "organizationRules">
): UsableModel => ({
  id: row.id,
  name: row.name,
  priority: row.priority,
  config: configOf(row),
  prices: pricesOfTokens(0, 0),
  rules: organizationRules
})

/** Returns the access to each language model of the server. */
export const modelsOfServer = ({ models }: Pick<MachineServices["Service"], "models">): ReadonlyArray<UsableModel> =>
  models.map(({ name, priority, config, inputPrice, outputPrice }, index) => ({
    id: -1 - index,
    name,
    priority,
    config,
    prices: pricesOfTokens(inputPrice, outputPrice),
    rules: operatorRules
  }))

const million = 1_000_000

/** Prices of a token of input and output. Cached tokens cost nothing, as in Tolgee. */
const pricesOfTokens = (input: number, output: number): TranslationPrices => ({
  characters: 0,
  input: input * million,
  cached: 0,
  output: output * million
})

const maxTokensDefault = 8_192
const attemptMillisDefault = [60_000, 120_000]

const configOf = (row: LlmProviderRow): ModelConfig => ({
  type: row.type,
  url: row.apiUrl,
  apiKey: row.apiKey,
  model: row.model,
  deployment: row.deployment,
  format: row.format,
  maxTokens: maxTokensDefault,
  reasoningEffort: row.reasoningEffort,
  attemptMillis: attemptMillisDefault
})
