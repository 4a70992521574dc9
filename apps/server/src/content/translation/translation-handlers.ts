import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { granted } from "../../platform/access/grant.ts"
import { dismissAutoTranslatedState } from "./dismiss-auto-translated-state.ts"
import { getTranslationHistory } from "./get-translation-history.ts"
import { setOutdatedFlag } from "./set-outdated-flag.ts"
import { setTranslationState } from "./set-translation-state.ts"
import { setTranslations } from "./set-translations.ts"
import { translationToModel } from "./translation-to-model.ts"

export const TranslationHandlers = HttpApiBuilder.group(Api, "translation", (handlers) =>
  handlers.handleAll({
    set: Effect.fnUntraced(function* ({ endpoint, payload }) {
      return yield* setTranslations(yield* granted(endpoint), payload, false)
    }),
    createOrSet: Effect.fnUntraced(function* ({ endpoint, payload }) {
      return yield* setTranslations(yield* granted(endpoint), payload, true)
    }),
    setState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return translationToModel(yield* setTranslationState(access, params.translationId, params.state))
    }),
    dismissAutoTranslatedState: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return translationToModel(yield* dismissAutoTranslatedState(access, params.translationId))
    }),
    setOutdatedFlag: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* granted(endpoint)
      return translationToModel(yield* setOutdatedFlag(access, params.translationId, params.state === "true"))
    }),
    getHistory: Effect.fnUntraced(function* ({ endpoint, params, query }) {
      const access = yield* granted(endpoint)
      const { revisions, page } = yield* getTranslationHistory(access, params.translationId, query)
      return { _embedded: { revisions }, page }
    })
  })
)
