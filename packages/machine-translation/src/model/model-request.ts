import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider"
import type { ModelConfig, ModelPart, ModelRequest } from "../language-model.ts"
import type { AcceptedParameters } from "./accepted-parameters.ts"

/** The only schema of structured answers: providers cache it, and prompts that begin alike with it. */
const answerSchema = {
  type: "object",
  properties: { output: { type: "string" }, contextDescription: { type: "string" } },
  required: ["output", "contextDescription"],
  additionalProperties: false
} as const

/** Ends every request for JSON: the format of some servers demands that the prompt names it, others only know it from here. */
const jsonDemand =
  'Respond with one JSON object and nothing else: {"output": "…", "contextDescription": "…"}. Both values are strings.'

/** Translates a request into the SDK's words. It never has a temperature: models that reason reject it. */
export const callOf = (
  request: ModelRequest,
  { maxTokens }: ModelConfig,
  { formats }: AcceptedParameters
): LanguageModelV4CallOptions => ({
  prompt: promptOf(request),
  ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
  ...(request.isJson && formats[0] !== "text" ? { responseFormat: responseFormats[formats[0]] } : {})
})

const responseFormats = {
  json_schema: { type: "json", name: "simple_response", schema: answerSchema },
  json_object: { type: "json" }
} as const

const promptOf = ({ system, parts, isJson }: ModelRequest): LanguageModelV4Prompt => [
  ...(system === null
    ? []
    : [
        {
          role: "system" as const,
          content: system,
          // Anthropic caches the start of prompts only up to such a mark.
          providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } }
        }
      ]),
  { role: "user", content: [...parts, ...(isJson ? [{ type: "text", text: jsonDemand } as const] : [])].map(contentOf) }
]

const contentOf = (part: ModelPart) =>
  part.type === "text"
    ? { type: "text" as const, text: part.text }
    : { type: "file" as const, mediaType: part.mediaType, data: { type: "data" as const, data: part.bytes } }
