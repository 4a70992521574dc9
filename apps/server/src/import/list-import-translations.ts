import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { ImportRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { accepted } from "../http/refused.ts"
import { getImportLanguage } from "./get-import-language.ts"

interface ImportTranslationQuery extends PageQuery {
  readonly onlyConflicts?: "true" | "false" | undefined
  readonly onlyUnresolved?: "true" | "false" | undefined
  readonly search?: string | undefined
}

/** A page of the texts of one language of the caller's import, by key name. Source: reference "import-and-formats" 2.4. */
export const listImportTranslations = Effect.fn("listImportTranslations")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  query: ImportTranslationQuery
) {
  const request = yield* accepted(
    parsePageRequest(query, ["keyName", "text"], [{ property: "keyName", direction: "asc" }])
  )
  const imports = yield* ImportRepository
  const language = yield* getImportLanguage(access, languageId)
  // Without texts of its own a project has no conflicts.
  if (query.onlyConflicts === "true" || query.onlyUnresolved === "true") {
    return { rows: [], page: pageEnvelope(request, 0) }
  }
  const { total, rows } = yield* imports.listTranslations(language.id, {
    ...pageRows(request),
    search: query.search
  })
  return { rows, page: pageEnvelope(request, total) }
})
