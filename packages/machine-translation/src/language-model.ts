import type { TranslationUsage } from "@dragoman/domain/machine-translation"
import type { Effect, Stream } from "effect"
import type { TranslationFailed } from "./translation-failed.ts"

export const modelProviderTypes = ["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"] as const

/** Protocols of language models; OPENAI is also that of compatible servers, such as Ollama. */
export type ModelProviderType = (typeof modelProviderTypes)[number]

/** Access to a language model. Absent values are not sent. */
export interface ModelConfig {
  readonly type: ModelProviderType
  /** Without `/v1`; null: the provider's own one. */
  readonly url: string | null
  readonly apiKey: string | null
  readonly model: string
  /** Deployment at Azure; null: named like the model, or another provider. */
  readonly deployment: string | null
  /** Structured answers: by a schema, as any JSON, or as text; null: what the provider takes. */
  readonly format: "json_schema" | "json_object" | "text" | null
  readonly maxTokens: number | null
  readonly reasoningEffort: string | null
  /** Time limits of the attempts, in milliseconds. */
  readonly attemptMillis: ReadonlyArray<number>
}

export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly bytes: Uint8Array; readonly mediaType: "image/png" | "image/jpeg" }

export interface ModelRequest {
  /** Instructions that stay equal between requests, so that providers can cache them. */
  readonly system: string | null
  readonly parts: ReadonlyArray<ModelPart>
  /** Whether the answer must be an object with `output` and `contextDescription`, both strings. */
  readonly isJson: boolean
}

export interface ModelAnswer {
  /** The text as the model wrote it. */
  readonly text: string
  /** The fields of an answer in JSON; null when it was not asked for. */
  readonly json: { readonly output: string; readonly contextDescription: string | null } | null
  readonly usage: TranslationUsage
  /** Whether the server did not count the tokens, so that `usage` is an estimate by the length of the texts. */
  readonly isUsageEstimated: boolean
}

/** A language model of a provider. */
export interface LanguageModel {
  readonly answer: (request: ModelRequest) => Effect.Effect<ModelAnswer, TranslationFailed>
  /** The text in parts, as they arrive; the last element is the whole answer. */
  readonly stream: (request: ModelRequest) => Stream.Stream<string | ModelAnswer, TranslationFailed>
  /** Asks the provider for its models, which costs nothing, to see whether it responds and accepts the key. */
  readonly check: Effect.Effect<void, TranslationFailed>
}
