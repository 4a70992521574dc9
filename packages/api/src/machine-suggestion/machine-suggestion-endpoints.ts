import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anyOf, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { projectId } from "../identifier/path-parameters.ts"
import {
  MachineSuggestionBody,
  MachineSuggestionsModel,
  PromptRunBody,
  PromptRunModel
} from "./machine-suggestion-model.ts"

const params = { projectId }
const suggesting = requires(anyOf(["translations.edit", null], { shortPath: true }))

/** The first line of a stream. */
const startLine = `{"servicesTypes":["DEEPL"],"promptId":null,"baseBlank":false}\n`

/** Translations by machines, for a person who asks. */
export const MachineSuggestionEndpoints = endpointGroup(
  "machineSuggestion",
  HttpApiEndpoint.post("suggest", "/v2/projects/:projectId/suggest/machine-translations", {
    params,
    payload: MachineSuggestionBody,
    success: MachineSuggestionsModel
  }).pipe(suggesting, described("Translates a text by the services that the project has enabled for the language.")),
  HttpApiEndpoint.post("suggestStreamed", "/v2/projects/:projectId/suggest/machine-translations-streaming", {
    params,
    payload: MachineSuggestionBody,
    success: Schema.String.annotate({ examples: [startLine] }).pipe(
      HttpApiSchema.asText({ contentType: "application/x-ndjson" })
    )
  }).pipe(
    suggesting,
    described(
      "Translates a text like `…/machine-translations`, as lines of JSON: first the services, then one line for each service as soon as it has a translation or failed."
    )
  ),
  HttpApiEndpoint.post("runPrompt", "/v2/projects/:projectId/prompts/run", {
    params,
    payload: PromptRunBody,
    success: PromptRunModel
  }).pipe(
    // Tolgee's scope prompts.edit, as requests that name it are understood.
    requires(project(["project.edit"], { credentials: ["JWT", "PAT"] })),
    described("Tries a prompt with a key: asks the language model, and stores nothing.")
  )
)
