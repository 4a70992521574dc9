import { HttpApiEndpoint } from "effect/http-api"
import { anyOf, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { keyId, projectId } from "../identifier/path-parameters.ts"
import { pageQuery } from "../page/page-query.ts"
import { KeysWithSameTextModel, MemorySuggestionBody, MemorySuggestionsModel } from "./memory-suggestion-model.ts"

/** Suggestions of the translation memory. */
export const MemorySuggestionEndpoints = endpointGroup(
  "memorySuggestion",
  HttpApiEndpoint.post("suggestFromMemory", "/v2/projects/:projectId/suggest/translation-memory", {
    params: { projectId },
    query: pageQuery(),
    payload: MemorySuggestionBody,
    success: MemorySuggestionsModel
  }).pipe(
    requires(anyOf(["translations.edit", null], { shortPath: true })),
    described(
      "Suggests translations of similar texts from the memories that the project reads, the most similar first; at most 50."
    )
  ),
  HttpApiEndpoint.get("listSameText", "/v2/projects/:projectId/keys/:keyId/same-text", {
    params: { projectId, keyId },
    success: KeysWithSameTextModel
  }).pipe(
    requires(project(["translations.view"], { shortPath: true })),
    described(
      "Lists other keys of the project with the same base text and their translations, the newest first; at most 50."
    )
  )
)
