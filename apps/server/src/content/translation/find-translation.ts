import { TranslationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** A translation of the project; one of another project is like none. */
export const findTranslation = Effect.fn("findTranslation")(function* (access: ProjectAccess, translationId: number) {
  const repository = yield* TranslationRepository
  const found = yield* repository.find(translationId)
  return Option.isSome(found) && found.value.projectId === access.projectId
    ? found.value.row
    : yield* failWith("translation_not_found")
})
