import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { conflictFactsOf } from "./conflict-facts.ts"
import { ownerOf } from "./find-live-import.ts"
import { getImportLanguage } from "./get-import-language.ts"

/**
 * Decides about every conflict of one language; those that cannot be overridden are left open.
 */
export const resolveAllImportTranslations = Effect.fn("resolveAllImportTranslations")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  isOverride: boolean
) {
  const thread = yield* ImportThread
  const { id, existingLanguageId } = yield* getImportLanguage(access, languageId)
  const facts = yield* conflictFactsOf(access, existingLanguageId)
  const change = { kind: "resolveAll", languageId: id, isOverride, facts } as const
  const isChanged = yield* thread.change(ownerOf(access), change)
  if (!isChanged) return yield* failWith("resource_not_found")
})
