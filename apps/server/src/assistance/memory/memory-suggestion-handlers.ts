import { Api } from "@dragoman/api"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { listKeysWithSameText } from "./keys-with-same-text.ts"
import { suggestFromMemory } from "./memory-suggestion-queries.ts"

export const MemorySuggestionHandlers = HttpApiBuilder.group(Api, "memorySuggestion", (handlers) =>
  handlers.handleAll({
    suggestFromMemory: withAccess(function* (access, { query, payload }) {
      const { rows, page } = yield* suggestFromMemory(access, payload, query)
      return { _embedded: { translationMemoryItems: rows }, page }
    }),
    listSameText: withAccess(function* (access, { params }) {
      return { _embedded: { keysWithSameText: yield* listKeysWithSameText(access, params.keyId) } }
    })
  })
)
