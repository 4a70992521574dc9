import { suggestionStates } from "@dragoman/domain/suggestion"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { anyOf, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, languageId, projectId, suggestionId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { AcceptedSuggestionModel, SuggestionBody, SuggestionModel } from "./suggestion-model.ts"

const suggestionsPath = "/v2/projects/:projectId/languages/:languageId/key/:keyId/suggestion"
const suggestionPath = `${suggestionsPath}/:suggestionId` as const
const all = { projectId, languageId, keyId }
const one = { ...all, suggestionId }
const viewing = requires(anyOf(["translations.view", null], { shortPath: true }))
const deciding = requires(anyOf(["translations.edit", null], { shortPath: true }))

/** Texts that people suggest, in languages that the caller may view, or for keys of an open task of the caller. */
export const SuggestionEndpoints = endpointGroup(
  "suggestion",
  HttpApiEndpoint.get("list", suggestionsPath, {
    params: all,
    query: {
      ...listQuery("suggestions"),
      filterState: field(
        Schema.optional(Schema.Array(Schema.Literals(suggestionStates))),
        "Only suggestions in one of these states; absent: in any."
      )
    },
    success: pageOf("suggestions", SuggestionModel)
  }).pipe(viewing, described("Lists the suggestions for a key in a language, the newest first.")),
  HttpApiEndpoint.post("create", suggestionsPath, {
    params: all,
    payload: SuggestionBody,
    success: SuggestionModel
  }).pipe(
    requires(anyOf(["translations.view", null], { shortPath: true, visitors: true })),
    described("Suggests a text for a key in a language, where the `suggestionsMode` of the project is not DISABLED.")
  ),
  HttpApiEndpoint.delete("delete", suggestionPath, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requires(anyOf(["translations.edit", "translations.view", null], { shortPath: true })),
    described("Deletes a suggestion. Those of other authors require `translations.edit`.")
  ),
  HttpApiEndpoint.put("accept", `${suggestionPath}/accept`, {
    params: one,
    query: {
      declineOther: field(
        QueryFlag,
        "Whether to decline the other active suggestions for the key in this language; absent: false."
      )
    },
    success: AcceptedSuggestionModel
  }).pipe(
    deciding,
    described(
      "Makes an active suggestion the text. The text stays reviewed if the caller may change its state; without that right protected texts cannot be changed."
    )
  ),
  HttpApiEndpoint.put("decline", `${suggestionPath}/decline`, { params: one, success: SuggestionModel }).pipe(
    deciding,
    described("Declines an active suggestion.")
  ),
  HttpApiEndpoint.put("setActive", `${suggestionPath}/set-active`, { params: one, success: SuggestionModel }).pipe(
    deciding,
    described("Makes a declined or accepted suggestion active again; the text stays.")
  )
)
