import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findTranslation } from "../translation/find-translation.ts"
import { requireView } from "../translation/require-languages.ts"

/** A translation of which the caller may read the comments: those in its language. Source: reference "content-api" 1.6. */
export const findCommentedTranslation = Effect.fn("findCommentedTranslation")(function* (
  access: ProjectAccess,
  translationId: number
) {
  const languages = yield* LanguageRepository
  const translation = yield* findTranslation(access, translationId)
  yield* requireView(access, { languages: yield* languages.listOfProject(access.projectId) }, [translation.languageId])
  return translation
})
