import type { ListQuery } from "@dragoman/domain/page"
import { narrowLanguages } from "@dragoman/domain/permission"
import { LanguageRepository, type LanguageRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { type IdFilters, idFilters, paged } from "../../platform/paged.ts"
import type { ProjectAccess, PublicProjectAccess } from "../../service/access/access.ts"

export interface LanguageListQuery extends ListQuery<"languages">, IdFilters {}

/** Reads a page of all languages, also of those whose texts the caller may not view. */
export const listLanguages = Effect.fn("listLanguages")(function* (
  { projectId }: ProjectAccess,
  query: LanguageListQuery
) {
  const repository = yield* LanguageRepository
  return yield* paged("languages", query, (rows) => repository.list({ projectId, ...idFilters(query), ...rows }))
})

/** Reads one language of the project; also in a transaction that changes it. */
export const getLanguage = Effect.fn("getLanguage")(function* ({ projectId }: ProjectAccess, languageId: number) {
  const repository = yield* LanguageRepository
  const found = yield* repository.find(projectId, languageId)
  return Option.isSome(found) ? found.value : yield* failWith("language_not_found")
})

/** Selects the languages in which the caller may read texts; reads omit the others silently. */
export const viewableLanguages = (
  access: ProjectAccess | PublicProjectAccess,
  languages: ReadonlyArray<LanguageRow>
): ReadonlyArray<LanguageRow> => {
  if (!access.effectiveScopes.includes("translations.view")) return []
  const permitted = narrowLanguages(access.computedPermission, "view", null)
  return permitted === null ? languages : languages.filter(({ id }) => permitted.includes(id))
}
