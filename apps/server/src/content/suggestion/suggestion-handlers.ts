import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { type ProjectAccess, withAccess } from "../../service/access/access.ts"
import {
  acceptSuggestion,
  activateSuggestion,
  createSuggestion,
  declineSuggestion,
  deleteSuggestion
} from "./change-suggestions.ts"
import { listSuggestions } from "./suggestion-queries.ts"
import { suggestionToModel } from "./suggestion-shapes.ts"

export const SuggestionHandlers = HttpApiBuilder.group(Api, "suggestion", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listSuggestions(access, placeOf(params), query)
      return { _embedded: { suggestions: rows.map((row) => suggestionToModel(row, showsUsername(access))) }, page }
    }),
    create: withAccess(function* (access, { params, payload }) {
      return suggestionToModel(yield* createSuggestion(access, placeOf(params), payload), showsUsername(access))
    }),
    delete: withAccess((access, { params }) => deleteSuggestion(access, placeOf(params), params.suggestionId)),
    accept: withAccess(function* (access, { params, query }) {
      const { suggestionId } = params
      const declinesOthers = query.declineOther ?? false
      const { accepted, declined } = yield* acceptSuggestion(access, placeOf(params), suggestionId, declinesOthers)
      return { accepted: suggestionToModel(accepted, showsUsername(access)), declined }
    }),
    decline: withAccess(function* (access, { params }) {
      const row = yield* declineSuggestion(access, placeOf(params), params.suggestionId)
      return suggestionToModel(row, showsUsername(access))
    }),
    setActive: withAccess(function* (access, { params }) {
      const row = yield* activateSuggestion(access, placeOf(params), params.suggestionId)
      return suggestionToModel(row, showsUsername(access))
    })
  })
)

const placeOf = ({ keyId, languageId }: { readonly keyId: number; readonly languageId: number }) => ({
  keyId,
  languageId
})

const showsUsername = ({ effectiveScopes }: ProjectAccess): boolean => effectiveScopes.includes("members.view")
