import { LanguageRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Reads one language of the project; also in a transaction that changes it. Source: reference "content-api" 1.2. */
export const getLanguage = Effect.fn("getLanguage")(function* ({ projectId }: ProjectAccess, languageId: number) {
  const repository = yield* LanguageRepository
  const found = yield* repository.find(projectId, languageId)
  return Option.isSome(found) ? found.value : yield* failWith("language_not_found")
})
