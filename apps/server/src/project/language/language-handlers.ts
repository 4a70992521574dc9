import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ifMatch, withETag } from "../../platform/http/if-match.ts"
import { withAccess } from "../../service/access/access.ts"
import { createLanguage, deleteLanguage, editLanguage } from "./change-languages.ts"
import { getLanguage, listLanguages } from "./language-queries.ts"
import { languageToModel } from "./language-shapes.ts"

export const LanguageHandlers = HttpApiBuilder.group(Api, "language", (handlers) =>
  handlers.handleAll({
    create: withAccess((access, { payload }) => Effect.map(createLanguage(access, payload), languageToModel)),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listLanguages(access, query)
      return { _embedded: { languages: rows.map(languageToModel) }, page }
    }),
    get: withAccess((access, { params }) =>
      withETag(Effect.map(getLanguage(access, params.languageId), languageToModel))
    ),
    edit: withAccess(function* (access, { params, payload }) {
      const edited = editLanguage(access, params.languageId, payload, yield* ifMatch(languageToModel))
      return yield* withETag(Effect.map(edited, languageToModel))
    }),
    delete: withAccess(function* (access, { params }) {
      yield* deleteLanguage(access, params.languageId, yield* ifMatch(languageToModel))
    })
  })
)
