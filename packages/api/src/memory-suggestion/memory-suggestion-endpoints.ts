import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { pageQuery } from "../page/page-query.ts"
import { MemorySuggestionBody, MemorySuggestionsModel } from "./memory-suggestion-model.ts"

/** Suggestions of the translation memory. */
export const MemorySuggestionEndpoints = endpointGroup(
  "memorySuggestion",
  HttpApiEndpoint.post("suggestFromMemory", "/v2/projects/:projectId/suggest/translation-memory", {
    params: { projectId },
    query: pageQuery(),
    payload: MemorySuggestionBody,
    success: MemorySuggestionsModel
  }).pipe(
    requires(project(["translations.edit"], { shortPath: true })),
    described("Suggests translations of similar base texts of the project, the most similar first; at most 50.")
  )
)
