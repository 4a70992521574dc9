import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf } from "../page/page-model.ts"

const Type = Schema.Literals(["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"])
const text = Schema.NullOr(Schema.String)
const typeDescription = "Protocol of the provider; `OPENAI` is also that of compatible servers, such as Ollama."
const price = "Price of a token in credits; null: none is set."

/** A provider of language models as all members see it. */
export const AvailableLlmProviderModel = Schema.Struct({
  name: field(Schema.String, "Name that prompts choose.", "local"),
  source: field(Schema.Literals(["SERVER", "ORGANIZATION"]), "Whether the operator or the organization set it up."),
  type: field(Type, typeDescription, "OPENAI"),
  tokenPriceInCreditsInput: field(Schema.NullOr(Schema.Number), price, 0.25),
  tokenPriceInCreditsOutput: field(Schema.NullOr(Schema.Number), price, 2),
  resolvesToName: field(text, "For `default` the name of the provider that it stands for; else null.")
})
export type AvailableLlmProviderModel = typeof AvailableLlmProviderModel.Type

export const AvailableLlmProvidersModel = listOf("providers", AvailableLlmProviderModel)

/** A provider of language models of an organization. */
export const LlmProviderModel = Schema.Struct({
  id: field(Schema.Int, "Id of the provider.", 4),
  name: field(Schema.String, "Name that prompts choose; several providers may share it, and take turns.", "local"),
  type: field(Type, typeDescription, "OPENAI"),
  priority: field(
    Schema.NullOr(Schema.Literals(["HIGH", "LOW"])),
    "`HIGH`: for people who wait; `LOW`: for batch jobs; null: for both.",
    "LOW"
  ),
  apiKey: field(
    text,
    "`***` and the last characters of the key, which is never shown; null: no key is set.",
    "***7f3a"
  ),
  apiUrl: field(text, "Address without `/v1`; null: the provider's own one.", "https://models.example.com"),
  model: field(Schema.String, "Name of the model.", "qwen3"),
  deployment: field(text, "Deployment of Azure; null: none."),
  format: field(
    Schema.NullOr(Schema.Literals(["json_schema", "json_object", "text"])),
    "Form of structured output; null: what the provider takes."
  ),
  reasoningEffort: field(text, "Effort of reasoning, as the provider names it; null: not sent.", "low")
})
export type LlmProviderModel = typeof LlmProviderModel.Type

export const LlmProvidersModel = listOf("providers", LlmProviderModel)

const optional = Schema.optional(text)

export const LlmProviderBody = Schema.Struct({
  name: field(optional, "Name that prompts choose; up to 255 characters, required.", "local"),
  type: field(optional, "`OPENAI`, `OPENAI_AZURE`, `ANTHROPIC` or `GOOGLE_AI`, in any case; required.", "OPENAI"),
  priority: field(optional, "`HIGH`, `LOW`, or null for both.", "LOW"),
  apiKey: field(
    optional,
    "Key of the provider; up to 511 characters. Absent, or as responses show it: it stays as it is. Null or empty: no key.",
    "secret"
  ),
  apiUrl: field(
    optional,
    "Address without `/v1`; up to 2047 characters, required for Azure. It must not lead to a private address unless the operator allows it.",
    "https://models.example.com"
  ),
  model: field(optional, "Name of the model; up to 255 characters, required unless there is a deployment.", "qwen3"),
  deployment: field(optional, "Deployment of Azure; up to 255 characters, required there.", null),
  format: field(optional, "`json_schema`, `json_object`, `text`, or null for what the provider takes.", null),
  reasoningEffort: field(optional, "Effort of reasoning; up to 255 characters. Null: not sent.", "low")
})
export type LlmProviderBody = typeof LlmProviderBody.Type

export const ServerLlmProviderTestBody = Schema.Struct({
  name: field(Schema.String, "Name of the provider; of several with this name each is asked.", "local")
})
export type ServerLlmProviderTestBody = typeof ServerLlmProviderTestBody.Type

/** The result of a question to a language model. */
export const LlmProviderTestModel = Schema.Struct({
  success: field(Schema.Boolean, "Whether the model responded in the form that translations need.", true),
  output: field(text, "The translation; null: there is none.", "Änderungen speichern"),
  durationMillis: field(Schema.Int, "Duration in milliseconds.", 840),
  error: field(text, "Reason of the failure, a sentence in English; null: no failure.", null)
})
export type LlmProviderTestModel = typeof LlmProviderTestModel.Type
