import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
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
    get: withAccess((access, { params }) => Effect.map(getLanguage(access, params.languageId), languageToModel)),
    edit: withAccess((access, { params, payload }) =>
      Effect.map(editLanguage(access, params.languageId, payload), languageToModel)
    ),
    delete: withAccess((access, { params }) => deleteLanguage(access, params.languageId))
  })
)
