import { TranslationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** A translation of the project: 404 when there is none, 400 when it belongs to another one. */
export const findTranslation = Effect.fn("findTranslation")(function* (access: ProjectAccess, translationId: number) {
  const repository = yield* TranslationRepository
  const found = yield* repository.find(translationId)
  if (Option.isNone(found)) return yield* refusedWith(404, "translation_not_found")
  if (found.value.projectId !== access.projectId) return yield* refusedWith(400, "translation_not_from_project")
  return found.value.row
})
