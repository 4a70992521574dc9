import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { ActivityRepository, LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireViewAt } from "./require-languages.ts"

/** Reads one translation of the project; also in a transaction that changes it. */
export const getTranslation = Effect.fn("getTranslation")(function* (access: ProjectAccess, translationId: number) {
  const repository = yield* TranslationRepository
  const found = yield* repository.find(translationId)
  return Option.isSome(found) && found.value.projectId === access.projectId
    ? found.value.row
    : yield* failWith("translation_not_found")
})

/** Reads a page of the changes of one translation, always the newest first. */
export const listTranslationHistory = Effect.fn("listTranslationHistory")(function* (
  access: ProjectAccess,
  translationId: number,
  query: PageQuery
) {
  const request = pageNumbers(query)
  const activity = yield* ActivityRepository
  const languages = yield* LanguageRepository
  const translation = yield* getTranslation(access, translationId)
  yield* requireViewAt(access, { languages: yield* languages.listOfProject(access.projectId) }, [translation])
  const { rows, total } = yield* activity.pageOfHistory({
    projectId: access.projectId,
    translationId,
    limit: request.size,
    offset: pageOffset(request)
  })
  return { rows, page: pageMetadata(request, total) }
})
