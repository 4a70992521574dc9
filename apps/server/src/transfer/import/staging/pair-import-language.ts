import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { ownerOf } from "./find-live-import.ts"
import { getImportLanguage } from "./get-import-language.ts"

/**
 * Says which language of the project a language of the caller's import is; null: none. Several may be the same one. What
 * was decided about its conflicts is forgotten.
 */
export const pairImportLanguage = Effect.fn("pairImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  importLanguageId: number,
  existingLanguageId: number | null
) {
  const thread = yield* ImportThread
  const { id } = yield* getImportLanguage(access, importLanguageId)
  if (existingLanguageId !== null) yield* checkExisting(access.projectId, existingLanguageId)
  const change = { kind: "pair", languageId: id, existingLanguageId } as const
  const isChanged = yield* thread.change(ownerOf(access), change)
  if (!isChanged) return yield* failWith("resource_not_found")
})

const checkExisting = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const languages = yield* LanguageRepository
  const [found] = yield* languages.listProjects([languageId])
  if (found?.projectId !== projectId) return yield* failWith("language_not_found")
})
