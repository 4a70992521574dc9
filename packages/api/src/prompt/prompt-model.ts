import { promptOptions } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { field } from "../field.ts"

const Options = Schema.Array(Schema.Literals(promptOptions))
const optionsDescription = "Blocks of the default template that are used; null: all."

const content = {
  name: field(Schema.String, "Name of the prompt.", "Formal"),
  providerName: field(
    Schema.String,
    "Name of a provider of language models; `default`: the one that the operator chose.",
    "default"
  ),
  template: field(Schema.NullOr(Schema.String), "Template of the request; null: the default one."),
  basicPromptOptions: field(Schema.NullOr(Options), optionsDescription, ["GLOSSARY"])
}

/** Instructions of a project for language models. */
export const PromptModel = Schema.Struct({
  id: field(Schema.Int, "Id of the prompt.", 12),
  projectId: field(Schema.Int, "Id of the project.", 7),
  ...content
})
export type PromptModel = typeof PromptModel.Type

/** The prompt that is used without another one. */
export const DefaultPromptModel = Schema.Struct(content)

const text = Schema.optional(Schema.NullOr(Schema.String))

export const PromptBody = Schema.Struct({
  name: field(text, "Name of the prompt; up to 255 characters, required.", "Formal"),
  providerName: field(
    text,
    "Name of a provider of language models; up to 255 characters. Null or absent: `default`, the one that the operator chose.",
    "default"
  ),
  template: field(
    text,
    "Template of the request, in the language of Handlebars; up to 100000 characters. Null or absent: the default one.",
    null
  ),
  basicPromptOptions: field(Schema.optional(Schema.NullOr(Options)), optionsDescription, ["GLOSSARY"])
})
export type PromptBody = typeof PromptBody.Type
