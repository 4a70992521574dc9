import { conflictTypeOf } from "@dragoman/domain/import"
import { Database, ImportConflictRepository, ImportRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { hashOfText } from "../applying/hash-of-text.ts"
import { conflictFactsOf } from "./conflict-facts.ts"
import { ownerOf } from "./find-live-import.ts"
import { getImportLanguage } from "./get-import-language.ts"

/**
 * Decides about one conflict of the caller's import, as long as the project's text stays what it is; without a conflict
 * there is nothing to decide.
 */
export const resolveImportTranslation = Effect.fn("resolveImportTranslation")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  translationId: number,
  isOverride: boolean
) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const conflicts = yield* ImportConflictRepository
  yield* database.transaction(
    Effect.gen(function* () {
      yield* imports.lock(ownerOf(access))
      const language = yield* getImportLanguage(access, languageId)
      const found = yield* imports.findTranslation(language.id, translationId)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      const { conflict } = found.value
      if (conflict === null) return
      const type = conflictTypeOf(conflict, yield* conflictFactsOf(access, language.existingLanguageId))
      if (isOverride && type === "CANNOT_EDIT_REVIEWED") {
        return yield* failWith("cannot_modify_reviewed_translation")
      }
      if (isOverride && type === "CANNOT_EDIT_DISABLED") {
        return yield* failWith("cannot_modify_disabled_translation")
      }
      yield* conflicts.resolve(language.id, isOverride, [{ id: translationId, textHash: hashOfText(conflict.text) }])
    })
  )
})
