import { promptOptions, translationServices } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { field } from "../field.ts"

const Service = Schema.Literals(translationServices)

export const MachineSuggestionBody = Schema.Struct({
  targetLanguageId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the language to translate into; required.",
    12
  ),
  keyId: field(
    Schema.optional(Schema.NullOr(Schema.Int)),
    "Id of the key to translate, whose description, neighbours and screenshots help; absent: `baseText` alone.",
    4021
  ),
  baseText: field(
    Schema.optional(Schema.NullOr(Schema.String)),
    "Text in the base language; absent: the one of the key.",
    "Book a berth"
  ),
  isPlural: field(Schema.optional(Schema.NullOr(Schema.Boolean)), "Ignored: the text says it.", false),
  services: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    "Services to ask; absent or empty: all that the project has enabled for the language.",
    ["DEEPL"]
  )
})
export type MachineSuggestionBody = typeof MachineSuggestionBody.Type

const MachineResultModel = Schema.Struct({
  output: field(Schema.String, "Translation, verified: nothing of the base text was lost.", "Rezervovat stání"),
  contextDescription: field(
    Schema.NullOr(Schema.String),
    "How a language model understands the context; null: it says nothing.",
    null
  )
})

const MachineFailureModel = Schema.Struct({
  serviceType: field(Service, "Service that failed.", "GOOGLE"),
  errorMessage: field(Schema.String, "Code of the error.", "translation_failed"),
  errorDetail: field(Schema.NullOr(Schema.String), "Reason, for people; null: the code says all.", null)
})

export const MachineSuggestionsModel = Schema.Struct({
  machineTranslations: field(
    Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
    "Translations by service, the primary one first; null: there is no text to translate."
  ),
  result: field(
    Schema.NullOr(Schema.Record(Schema.String, MachineResultModel)),
    "The same with details; null: there is no text to translate."
  ),
  failures: field(Schema.Array(MachineFailureModel), "Services that have no translation."),
  promptId: field(Schema.NullOr(Schema.Int), "Prompt of the language model; null: the default one, or none.", null),
  baseBlank: field(Schema.Boolean, "Whether there is no text to translate.", false)
})

/** The first line of a stream of suggestions. */
export const MachineSuggestionsStartModel = Schema.Struct({
  servicesTypes: Schema.Array(Service),
  promptId: Schema.NullOr(Schema.Int),
  baseBlank: Schema.Boolean
})

/** A line for each service, in the order in which they end. */
export const MachineSuggestionModel = Schema.Struct({
  serviceType: Service,
  result: Schema.NullOr(MachineResultModel),
  promptId: Schema.NullOr(Schema.Int),
  errorMessage: Schema.NullOr(Schema.String),
  errorParams: Schema.NullOr(Schema.Array(Schema.String)),
  errorException: Schema.NullOr(Schema.String)
})
export type MachineSuggestionModel = typeof MachineSuggestionModel.Type

export const PromptRunBody = Schema.Struct({
  template: field(Schema.optional(Schema.NullOr(Schema.String)), "Template to try; null: the default one.", null),
  keyId: field(Schema.Int, "Id of the key to translate.", 4021),
  targetLanguageId: field(Schema.Int, "Id of the language to translate into.", 12),
  provider: field(Schema.optional(Schema.NullOr(Schema.String)), "Name of the provider; absent: `default`.", "default"),
  basicPromptOptions: field(
    Schema.optional(Schema.NullOr(Schema.Array(Schema.Literals(promptOptions)))),
    "Blocks of the default template; null: all.",
    null
  )
})
export type PromptRunBody = typeof PromptRunBody.Type

const ParsedOutputModel = Schema.Struct({
  output: field(Schema.String, "Translation.", "Rezervovat stání"),
  contextDescription: field(
    Schema.NullOr(Schema.String),
    "How the language model understands the context; null: it says nothing.",
    null
  )
})

const TokenUsageModel = Schema.Struct({
  inputTokens: field(Schema.Int, "Tokens of the prompt.", 812),
  outputTokens: field(Schema.Int, "Tokens that the language model returned.", 24),
  cachedTokens: field(Schema.Int, "Those of `inputTokens` that the provider had in its cache.", 0)
})

export const PromptRunModel = Schema.Struct({
  prompt: field(Schema.String, "Prompt that the language model got.", "You translate texts …"),
  result: field(Schema.String, "Text that the language model returned.", '{"output": "Rezervovat stání"}'),
  parsedJson: field(
    Schema.NullOr(ParsedOutputModel),
    "Fields of the returned JSON; null: the prompt does not ask for JSON."
  ),
  issues: field(
    Schema.Array(Schema.String),
    "Reasons for which the translation would not be stored; empty: it would be.",
    []
  ),
  price: field(Schema.NullOr(Schema.Finite), "Cost by the server's prices.", 0.0012),
  usage: field(Schema.NullOr(TokenUsageModel), "Tokens that the provider counted.")
})
