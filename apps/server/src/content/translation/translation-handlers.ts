import { Api, type SetTranslationsModel } from "@dragoman/api"
import type { TranslationRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  dismissAutoTranslatedState,
  setOutdatedFlag,
  setTranslationState,
  setTranslations
} from "./change-translations.ts"
import { readTranslationLabels } from "./translation-labels.ts"
import { listTranslationHistory } from "./translation-queries.ts"
import { translationRevisionToModel, translationsToModel, translationToModel } from "./translation-shapes.ts"

export const TranslationHandlers = HttpApiBuilder.group(Api, "translation", (handlers) =>
  handlers.handleAll({
    set: withAccess((access, { payload }) =>
      Effect.flatMap(setTranslations(access, payload, false), writtenTextsToModel)
    ),
    createOrSet: withAccess((access, { payload }) =>
      Effect.flatMap(setTranslations(access, payload, true), writtenTextsToModel)
    ),
    setState: withAccess((access, { params }) =>
      Effect.flatMap(setTranslationState(access, params.translationId, params.state), changedToModel)
    ),
    dismissAutoTranslatedState: withAccess((access, { params }) =>
      Effect.flatMap(dismissAutoTranslatedState(access, params.translationId), changedToModel)
    ),
    setOutdatedFlag: withAccess((access, { params }) =>
      Effect.flatMap(setOutdatedFlag(access, params.translationId, params.state), changedToModel)
    ),
    getHistory: withAccess(function* (access, { params, query }) {
      const { rows, page } = yield* listTranslationHistory(access, params.translationId, query)
      return { _embedded: { revisions: rows.map((row) => translationRevisionToModel(access, row)) }, page }
    })
  })
)

const changedToModel = (row: TranslationRow) =>
  Effect.map(readTranslationLabels([row]), (labels) => translationToModel(row, labels))

const writtenTextsToModel = ({
  key,
  languages,
  translations,
  suggestedTags
}: Effect.Success<ReturnType<typeof setTranslations>>) =>
  Effect.map(
    readTranslationLabels(translations),
    (labels): SetTranslationsModel => ({
      keyId: key.id,
      keyName: key.name,
      keyNamespace: key.namespace,
      keyIsPlural: key.isPlural,
      translations: translationsToModel(translations, languages, labels),
      suggestedLanguages: suggestedTags
    })
  )
