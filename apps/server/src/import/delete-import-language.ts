import { Database, ImportRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { getImportLanguage } from "./get-import-language.ts"

/**
 * Removes one language of the caller's import, and the keys that are left without any; the last language takes the import
 * with it.
 * Source: reference "import-and-formats" 2.3, 13.
 */
export const deleteImportLanguage = Effect.fn("deleteImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number
) {
  const imports = yield* ImportRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const language = yield* getImportLanguage(access, languageId)
  yield* database.transaction(imports.removeLanguage(language.id, language.fileId, now))
})
