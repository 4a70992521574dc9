import { LanguageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ContentFollower } from "../../change/content-follower.ts"

/** Notes when the texts of languages changed, for statistics. */
export const makeLanguageFollower = Effect.map(
  LanguageRepository,
  (languages): ContentFollower =>
    Effect.fnUntraced(function* (_project, { translations }) {
      const ids = [...new Set(translations.map(({ languageId }) => languageId))]
      if (ids.length > 0) yield* languages.setTextsChanged(ids, yield* Clock.currentTimeMillis)
    })
)
