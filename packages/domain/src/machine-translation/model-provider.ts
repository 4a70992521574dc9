import type { TranslationFailureReason } from "./translation-service.ts"

/** HIGH serves people who wait, LOW serves jobs. */
export const modelPriorities = ["HIGH", "LOW"] as const

export type ModelPriority = (typeof modelPriorities)[number]

/** Access to a language model, as far as its choice depends on it. Several entries with one name share the requests. */
export interface ModelProvider {
  /** Ids of the server's providers are negative: -1, -2, … in the order of the settings. */
  readonly id: number
  readonly name: string
  /** Requests that it serves first; null: all alike. */
  readonly priority: ModelPriority | null
}

/** Providers that an organization may use, and how their names are found. */
export interface ModelProviderNames<Provider extends ModelProvider> {
  readonly organizationProviders: ReadonlyArray<Provider>
  /** Enabled providers of the server, in the order of the settings. */
  readonly serverProviders: ReadonlyArray<Provider>
  /** Name that `default` stands for; null: the first provider of the server, else the organization's first. */
  readonly defaultName: string | null
  /** Name to use instead of one without a provider. */
  readonly fallbacks: ReadonlyMap<string, string>
}

/** The name by which prompts use the provider that the operator chose. */
export const defaultModelProviderName = "default"

/** Number of steps from one name to another, that from `default` included. */
const fallbacksMax = 10

/** A provider's name that is in use, with the entries that serve it: the organization's replace the server's. */
export interface ServedModelName<Provider extends ModelProvider> {
  readonly name: string
  readonly providers: ReadonlyArray<Provider>
}

/** Finds the entries that serve a name, by way of `default` and of fallbacks; null: none does. */
export const findModelProviders = <Provider extends ModelProvider>(
  name: string,
  names: ModelProviderNames<Provider>
): ServedModelName<Provider> | null => {
  let wanted = name
  const seen = new Set<string>()
  while (!seen.has(wanted) && seen.size <= fallbacksMax) {
    seen.add(wanted)
    const providers = withName(wanted, names)
    if (providers.length > 0) return { name: wanted, providers }
    const next = wanted === defaultModelProviderName ? defaultOf(names) : names.fallbacks.get(wanted)
    if (next === undefined) return null
    wanted = next
  }
  return null
}

const withName = <Provider extends ModelProvider>(
  name: string,
  { organizationProviders, serverProviders }: ModelProviderNames<Provider>
): ReadonlyArray<Provider> => {
  const own = organizationProviders.filter((provider) => provider.name === name)
  return own.length > 0 ? own : serverProviders.filter((provider) => provider.name === name)
}

const defaultOf = <Provider extends ModelProvider>({
  organizationProviders,
  serverProviders,
  defaultName,
  fallbacks
}: ModelProviderNames<Provider>): string | undefined =>
  defaultName ?? serverProviders[0]?.name ?? organizationProviders[0]?.name ?? fallbacks.get(defaultModelProviderName)

/** Entries that rest after they had too many requests: by id, the time in milliseconds until which they do. */
export type ModelSuspensions = ReadonlyMap<number, number>

/** Time for which an entry rests after it had too many requests. */
export const modelSuspensionMillis = 60_000

/** Number of entries that one request tries; then it fails with `llm_rate_limited`. */
const providersTriedMax = 3

/**
 * Orders the entries that a request tries, one after the other: those of the wanted priority if there are any, without those that rest.
 * `turn`: a number that grows by one with each request, so that the entries share the requests evenly. Empty: all of them rest.
 */
export const modelProvidersToTry = <Provider extends ModelProvider>(
  providers: ReadonlyArray<Provider>,
  {
    priority,
    turn,
    suspensions,
    nowMillis
  }: {
    readonly priority: ModelPriority
    readonly turn: number
    readonly suspensions: ModelSuspensions
    readonly nowMillis: number
  }
): ReadonlyArray<Provider> => {
  const preferred = providers.filter((provider) => provider.priority === priority)
  const usable = (preferred.length > 0 ? preferred : providers).filter(
    ({ id }) => (suspensions.get(id) ?? 0) <= nowMillis
  )
  const first = usable.length === 0 ? 0 : turn % usable.length
  return [...usable.slice(first), ...usable.slice(0, first)].slice(0, providersTriedMax)
}

/** Whether the request goes to the next entry; every other failure would be the same there, or is the answer. */
export const triesNextProvider = (reason: TranslationFailureReason): boolean => reason === "rate_limited"

/** Lets an entry rest after it had too many requests, and forgets those that no longer do. */
export const suspendModelProvider = (suspensions: ModelSuspensions, id: number, nowMillis: number): ModelSuspensions =>
  new Map([...[...suspensions].filter(([, until]) => until > nowMillis), [id, nowMillis + modelSuspensionMillis]])
