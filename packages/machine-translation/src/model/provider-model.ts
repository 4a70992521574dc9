import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { ModelConfig, ModelProviderType } from "../language-model.ts"
import type { AcceptedParameters } from "./accepted-parameters.ts"

/** Addresses of the providers themselves. Always passed on: without one, the SDK would take it from the environment. */
const defaultUrls: Readonly<Record<ModelProviderType, string | null>> = {
  OPENAI: "https://api.openai.com",
  OPENAI_AZURE: null,
  ANTHROPIC: "https://api.anthropic.com",
  GOOGLE_AI: "https://generativelanguage.googleapis.com"
}

const azureApiVersion = "2025-01-01-preview"

/** Address of a provider, without the version that the SDK adds; null: Azure has one per customer, and none is set. */
export const baseUrlOf = ({ type, url }: Pick<ModelConfig, "type" | "url">): string | null =>
  url === null ? defaultUrls[type] : url.replace(/\/+$/, "").replace(/\/v1(beta)?$/, "")

/** Returns the request for the list of models, which the SDK does not know. */
export const modelListOf = (
  { type, apiKey }: Pick<ModelConfig, "type" | "apiKey">,
  baseUrl: string
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } => {
  const key = apiKey ?? ""
  switch (type) {
    case "OPENAI":
      return { url: `${baseUrl}/v1/models`, headers: key === "" ? {} : { authorization: `Bearer ${key}` } }
    case "OPENAI_AZURE":
      return { url: `${baseUrl}/openai/models?api-version=${azureApiVersion}`, headers: { "api-key": key } }
    case "ANTHROPIC":
      return { url: `${baseUrl}/v1/models`, headers: { "x-api-key": key, "anthropic-version": "2023-06-01" } }
    case "GOOGLE_AI":
      return { url: `${baseUrl}/v1beta/models`, headers: { "x-goog-api-key": key } }
  }
}

/** Options by which the SDK sends what a protocol calls its own way. */
type OwnOptions = Pick<LanguageModelV4CallOptions, "providerOptions" | "reasoning">

export interface ProviderModel {
  readonly model: LanguageModelV4
  readonly options: OwnOptions
}

/**
 * Makes the SDK's model of a provider, from an explicit instance. The module of a provider is loaded by its first use, because most
 * servers use one at most. The key is always passed on: without one, the SDK would send that of the environment.
 */
export const loadProviderModel = async (
  config: ModelConfig,
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  accepted: AcceptedParameters
): Promise<ProviderModel> => {
  const apiKey = config.apiKey ?? ""
  const { type, model, deployment, reasoningEffort } = config
  const effort = accepted.hasReasoningEffort ? reasoningEffort : null
  if (type === "ANTHROPIC") {
    const { createAnthropic } = await import("@ai-sdk/anthropic")
    return {
      model: createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(model),
      options: { ...reasoningOf(effort), providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } } }
    }
  }
  if (type === "GOOGLE_AI") {
    const { createGoogle } = await import("@ai-sdk/google")
    return {
      model: createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey, fetch })(model),
      options: reasoningOf(effort)
    }
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  const isAzure = type === "OPENAI_AZURE"
  const provider = createOpenAICompatible({
    name: "openai",
    baseURL: isAzure ? `${baseUrl}/openai/deployments/${encodeURIComponent(deployment ?? model)}` : `${baseUrl}/v1`,
    ...(isAzure ? { queryParams: { "api-version": azureApiVersion } } : {}),
    headers: {
      ...(apiKey === "" ? {} : { "api-key": apiKey }),
      ...(apiKey === "" || isAzure ? {} : { authorization: `Bearer ${apiKey}` })
    },
    fetch,
    includeUsage: accepted.hasStreamUsage,
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) => {
      const [name] = accepted.limits
      return name === undefined || limit === undefined ? body : { ...body, [name]: limit }
    }
  })
  return {
    model: provider.chatModel(model),
    options: effort === null ? {} : { providerOptions: { openaiCompatible: { reasoningEffort: effort } } }
  }
}

const reasoningLevels = ["none", "minimal", "low", "medium", "high", "xhigh"] as const

/** Levels that the SDK translates into what a model of Anthropic or Google takes; others have no meaning there. */
const reasoningOf = (effort: string | null): OwnOptions => {
  const reasoning = reasoningLevels.find((level) => level === effort?.toLowerCase())
  return reasoning === undefined ? {} : { reasoning }
}
