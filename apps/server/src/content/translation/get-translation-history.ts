import type { TranslationRevisionModel } from "@dragoman/api"
import { type PageQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { ActivityRepository, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { revisionOfRow } from "../../change/activity/stored-revisions.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { findTranslation } from "./find-translation.ts"
import { requireView } from "./require-languages.ts"

/** What happened to one translation, the newest first; the order cannot be changed. Source: reference "content-api" 3.6. */
export const getTranslationHistory = Effect.fn("getTranslationHistory")(function* (
  access: ProjectAccess<"translations.view">,
  translationId: number,
  query: PageQuery
) {
  const request = pageNumbers(query)
  const activity = yield* ActivityRepository
  const languages = yield* LanguageRepository
  const { languageId } = yield* findTranslation(access, translationId)
  yield* requireView(access, { languages: yield* languages.listOfProject(access.projectId) }, [languageId])
  const { rows, total } = yield* activity.sliceHistory({
    projectId: access.projectId,
    translationId,
    limit: request.size,
    offset: pageOffset(request)
  })
  const showUsername = access.effectiveScopes.includes("members.view")
  const revisions = rows.map((row): TranslationRevisionModel => {
    const { author, createdAt } = revisionOfRow(row, { entities: [], described: [] }, showUsername)
    return {
      modifications: row.modifications,
      timestamp: createdAt,
      author,
      revisionType: row.kind
    }
  })
  return { revisions, page: pageMetadata(request, total) }
})
