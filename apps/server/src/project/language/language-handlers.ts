import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { createLanguage, deleteLanguage, editLanguage } from "./change-languages.ts"
import { getLanguage, listLanguages } from "./language-queries.ts"
import { languageToModel } from "./language-shapes.ts"

export const LanguageHandlers = HttpApiBuilder.group(Api, "language", (handlers) =>
  handlers.handleAll({
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return languageToModel(yield* createLanguage(access, payload))
    }),
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listLanguages(access, query)
      return { _embedded: { languages: rows.map(languageToModel) }, page }
    }),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return languageToModel(yield* getLanguage(access, params.languageId))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return languageToModel(yield* editLanguage(access, params.languageId, payload))
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deleteLanguage(access, params.languageId)
    })
  })
)
