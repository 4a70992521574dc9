import { Api, type KeyWithDisabledLanguagesModel } from "@dragoman/api"
import type { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { languageToModel } from "../../project/language/language-shapes.ts"
import { withAccess } from "../../service/access/access.ts"
import { listDisabledLanguages, listKeysWithDisabledLanguages, setDisabledLanguages } from "./disabled-languages.ts"

export const DisabledLanguageHandlers = HttpApiBuilder.group(Api, "disabledLanguage", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access, { params }) {
      const rows = yield* listDisabledLanguages(access, params.keyId)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    set: withAccess(function* (access, { params, payload }) {
      const rows = yield* setDisabledLanguages(access, params.keyId, payload)
      return { _embedded: { languages: rows.map(languageToModel) } }
    }),
    listKeys: withAccess(function* (access, { query }) {
      const rows = yield* listKeysWithDisabledLanguages(access, query.branch)
      const keys = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(keyToModels)
      return { _embedded: { keys } }
    })
  })
)

type DisabledRow = Effect.Success<ReturnType<typeof listKeysWithDisabledLanguages>>[number]

/** Converts the rows of one key. */
const keyToModels = (rows: ReadonlyArray<DisabledRow>): ReadonlyArray<KeyWithDisabledLanguagesModel> =>
  rows.slice(0, 1).map(({ id, name, namespace }) => ({
    id,
    name,
    namespace,
    disabledLanguages: rows.map(({ languageId, tag }) => ({ id: languageId, tag }))
  }))
