import { Effect, Layer } from "effect"
import { makeAutoTranslationFollower } from "../assistance/auto-translation/follow-new-texts.ts"
import { makeMemoryFollower } from "../assistance/memory/follow-base-texts.ts"
import { makeQualityFollower } from "../assistance/quality-check/check-texts.ts"
import { ContentFollowers } from "../change/content-follower.ts"
import { makeLanguageFollower } from "../project/language/follow-texts.ts"
import { makeTaskFollower } from "../task/follow-work.ts"

/** The followers of content of every thread that writes it, in the order in which they run. */
export const layerContentFollowers = Layer.effect(
  ContentFollowers,
  Effect.all({
    ofKeys: Effect.all([makeQualityFollower, makeMemoryFollower]),
    ofProject: Effect.all([makeLanguageFollower, makeAutoTranslationFollower, makeTaskFollower])
  })
)
