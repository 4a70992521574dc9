import { Api, type SetTranslationsModel } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
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
    set: Effect.fnUntraced(function* ({ endpoint, payload }) {
      return writtenTextsToModel(yield* setTranslations(yield* accessOf(endpoint), payload, false))
    }),
    createOrSet: Effect.fnUntraced(function* ({ endpoint, payload }) {
      return writtenTextsToModel(yield* setTranslations(yield* accessOf(endpoint), payload, true))
    }),
    setState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return translationToModel(yield* setTranslationState(access, params.translationId, params.state))
    }),
    dismissAutoTranslatedState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return translationToModel(yield* dismissAutoTranslatedState(access, params.translationId))
    }),
    setOutdatedFlag: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return translationToModel(yield* setOutdatedFlag(access, params.translationId, params.state))
    }),
    getHistory: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listTranslationHistory(access, params.translationId, query)
      return { _embedded: { revisions: rows.map((row) => translationRevisionToModel(access, row)) }, page }
    })
  })
)

const writtenTextsToModel = ({
  key,
  languages,
  translations
}: Effect.Success<ReturnType<typeof setTranslations>>): SetTranslationsModel => ({
  keyId: key.id,
  keyName: key.name,
  keyNamespace: key.namespace,
  keyIsPlural: key.isPlural,
  translations: translationsToModel(translations, languages)
})
