import { Api, type SetTranslationsModel } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  dismissAutoTranslatedState,
  setOutdatedFlag,
  setTranslationState,
  setTranslations
} from "./change-translations.ts"
import { listTranslationHistory } from "./translation-queries.ts"
import { translationRevisionToModel, translationsToModel, translationToModel } from "./translation-shapes.ts"

export const TranslationHandlers = HttpApiBuilder.group(Api, "translation", (handlers) =>
  handlers.handleAll({
    set: withAccess((access, { payload }) => Effect.map(setTranslations(access, payload, false), writtenTextsToModel)),
    createOrSet: withAccess((access, { payload }) =>
      Effect.map(setTranslations(access, payload, true), writtenTextsToModel)
    ),
    setState: withAccess((access, { params }) =>
      Effect.map(setTranslationState(access, params.translationId, params.state), translationToModel)
    ),
    dismissAutoTranslatedState: withAccess((access, { params }) =>
      Effect.map(dismissAutoTranslatedState(access, params.translationId), translationToModel)
    ),
    setOutdatedFlag: withAccess((access, { params }) =>
      Effect.map(setOutdatedFlag(access, params.translationId, params.state), translationToModel)
    ),
    getHistory: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listTranslationHistory(access, params.translationId, query)
      return { _embedded: { revisions: rows.map((row) => translationRevisionToModel(access, row)) }, page }
    })
  })
)

const writtenTextsToModel = ({
  key,
  languages,
  translations,
  suggestedTags
}: Effect.Success<ReturnType<typeof setTranslations>>): SetTranslationsModel => ({
  keyId: key.id,
  keyName: key.name,
  keyNamespace: key.namespace,
  keyIsPlural: key.isPlural,
  translations: translationsToModel(translations, languages),
  suggestedLanguages: suggestedTags
})
