import { type ListQuery, pageMetadata, pageRequest, pageRows } from "@dragoman/domain/page"
import { checkLanguages } from "@dragoman/domain/permission"
import { ImportRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { conflictFactsOf } from "./conflict-facts.ts"
import { getImportLanguage } from "./get-import-language.ts"
import { importTranslationToModel } from "./import-to-model.ts"

interface ImportTranslationQuery extends ListQuery<"importTranslations"> {
  readonly onlyConflicts?: "true" | "false" | undefined
  readonly onlyUnresolved?: "true" | "false" | undefined
  readonly search?: string | undefined
}

/** A page of the texts of one language of the caller's import, by key name. */
export const listImportTranslations = Effect.fn("listImportTranslations")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  query: ImportTranslationQuery
) {
  const imports = yield* ImportRepository
  const { id, existingLanguageId } = yield* getImportLanguage(access, languageId)
  const request = pageRequest("importTranslations", query)
  const { total, rows } = yield* imports.listTranslations(id, {
    ...pageRows(request),
    search: query.search,
    only: query.onlyUnresolved === "true" ? "unresolved" : query.onlyConflicts === "true" ? "conflicts" : null
  })
  const shown = {
    ...(yield* conflictFactsOf(access, existingLanguageId)),
    mayView:
      existingLanguageId !== null && checkLanguages(access.computedPermission, "view", [existingLanguageId]) === null
  }
  return { translations: rows.map(importTranslationToModel(shown)), page: pageMetadata(request, total) }
})
