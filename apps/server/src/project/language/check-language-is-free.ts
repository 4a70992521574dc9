import { customErrors } from "@dragoman/domain/error"
import { type LanguageContent, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"

/** Tag and name are each unique among the live languages of a project. Source: reference "content-api" 1.3. */
export const checkLanguageIsFree = Effect.fn("checkLanguageIsFree")(function* (
  projectId: number,
  content: LanguageContent,
  exceptId: number | null
) {
  const repository = yield* LanguageRepository
  const taken = yield* repository.findTaken(projectId, content, exceptId)
  if (taken.tag || taken.name) {
    return yield* Effect.fail(
      customErrors({
        ...(taken.tag ? { language_tag_exists: [] } : {}),
        ...(taken.name ? { language_name_exists: [] } : {})
      })
    )
  }
})
