import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { ownerOf } from "./find-live-import.ts"
import { getImportLanguage } from "./get-import-language.ts"

/**
 * Removes one language of the caller's import, and the keys that are left without any; keys that another language has
 * as well go to that one. The last language takes the import with it.
 */
export const deleteImportLanguage = Effect.fn("deleteImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number
) {
  const thread = yield* ImportThread
  const now = yield* Clock.currentTimeMillis
  const { id, fileId } = yield* getImportLanguage(access, languageId)
  const removal = { kind: "removeLanguage", languageId: id, fileId, now } as const
  if (!(yield* thread.change(ownerOf(access), removal))) {
    return yield* failWith("resource_not_found")
  }
  yield* thread.erase
})
