import { Api, type KeyWithDisabledLanguagesModel } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { languageToModel } from "../../project/language/language-shapes.ts"
import { listDisabledLanguages, listKeysWithDisabledLanguages, setDisabledLanguages } from "./disabled-languages.ts"

export const DisabledLanguageHandlers = HttpApiBuilder.group(Api, "disabledLanguage", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, params }) {
      const rows = yield* listDisabledLanguages(yield* accessOf(endpoint), params.keyId)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    set: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const rows = yield* setDisabledLanguages(yield* accessOf(endpoint), params.keyId, payload)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    listKeys: Effect.fnUntraced(function* ({ endpoint }) {
      const rows = yield* listKeysWithDisabledLanguages(yield* accessOf(endpoint))
      const keys = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(keyToModels)
      return { _embedded: { keys } }
    })
  })
)

type DisabledRow = Effect.Success<ReturnType<typeof listKeysWithDisabledLanguages>>[number]

/** Of the rows of one key. */
const keyToModels = (rows: ReadonlyArray<DisabledRow>): ReadonlyArray<KeyWithDisabledLanguagesModel> =>
  rows.slice(0, 1).map(({ id, name, namespace }) => ({
    id,
    name,
    namespace,
    disabledLanguages: rows.map(({ languageId, tag }) => ({ id: languageId, tag }))
  }))
