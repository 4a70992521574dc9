import { Api, type KeyWithDisabledLanguagesModel } from "@dragoman/api"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { languageToModel } from "../../project/language/language-shapes.ts"
import { listDisabledLanguages } from "./list-disabled-languages.ts"
import { setDisabledLanguages } from "./set-disabled-languages.ts"

export const DisabledLanguageHandlers = HttpApiBuilder.group(Api, "disabledLanguage", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params }) {
      const rows = yield* listDisabledLanguages(yield* granted(endpoint), params.keyId)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    set: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const rows = yield* setDisabledLanguages(yield* granted(endpoint), params.keyId, payload)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    listKeys: Effect.fnUntraced(function* ({ endpoint }) {
      const { projectId } = yield* granted(endpoint)
      const keys = yield* KeyRepository
      const rows = yield* keys.listDisabled(projectId)
      const byKey = Map.groupBy(rows, ({ id }) => id)
      const models = [...byKey.values()].flatMap(
        ([first, ...rest]): ReadonlyArray<KeyWithDisabledLanguagesModel> =>
          first === undefined
            ? []
            : [
                {
                  id: first.id,
                  name: first.name,
                  namespace: first.namespace,
                  disabledLanguages: [first, ...rest].map(({ languageId, tag }) => ({ id: languageId, tag }))
                }
              ]
      )
      return { _embedded: { keys: models } }
    })
  })
)
