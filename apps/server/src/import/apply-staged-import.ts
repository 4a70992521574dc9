import { refuse } from "@dragoman/domain/error"
import { Database, ImportRepository, ImportSettingsRepository, StagedKeyRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockContentProject } from "../project/content-project.ts"
import { applyImport } from "./apply-import.ts"
import type { ApplyProgress, ApplyStaged, RefusedUpload } from "./import-messages.ts"
import { ImportRefused } from "./import-source.ts"
import { stagedSource } from "./staged-source.ts"

/**
 * Applies the live import of its user and ends it, all in one transaction: when it is refused, project and import stay as
 * they are. `onProgress` may hear of progress that is rolled back in the end.
 * Source: reference "import-and-formats" 2.8, 8.
 */
export const applyStagedImport = Effect.fn("applyStagedImport")(function* (
  { authority, forceMode }: ApplyStaged,
  onProgress: (progress: ApplyProgress) => void
) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const settings = yield* ImportSettingsRepository
  const staged = yield* StagedKeyRepository
  const applying = Effect.gen(function* () {
    onProgress({ status: "PREPARING_AND_VALIDATING", totalKeys: null, importedKeys: null })
    // The project comes first: whoever deletes it, or all its imports, locks in this order too.
    yield* Effect.catch(lockContentProject(authority.projectId), () =>
      Effect.fail(new ImportRefused(refuse(404, "project_not_found")))
    )
    const live = yield* imports.lock(authority)
    // Applied or cancelled by another request of the user.
    if (Option.isNone(live)) return yield* Effect.fail(new ImportRefused(refuse(404, "resource_not_found")))
    const importId = live.value.id
    const totalKeys = yield* staged.count(importId)
    const source = yield* stagedSource(importId)
    const applied = yield* applyImport(
      authority,
      {
        ...(yield* settings.get(authority)),
        forceMode,
        overrideMode: "RECOMMENDED",
        errorOnUnresolvedConflict: true,
        skipExistingKeys: false,
        tagNewKeys: [],
        removeOtherKeys: false
      },
      source,
      (importedKeys) => Effect.sync(() => onProgress({ status: "STORING_KEYS", totalKeys, importedKeys }))
    )
    // Texts were stored with their keys.
    onProgress({ status: "STORING_TRANSLATIONS", totalKeys, importedKeys: totalKeys })
    onProgress({ status: "FINALIZING", totalKeys, importedKeys: totalKeys })
    yield* imports.markDeleted(importId, yield* Clock.currentTimeMillis)
    // Nobody wants the ids of a hundred thousand keys.
    return { ...applied, keyIds: [] }
  })
  return yield* database
    .transaction(applying)
    .pipe(
      Effect.catchTag("ImportRefused", ({ refusal }) => Effect.succeed<RefusedUpload>({ kind: "refused", refusal }))
    )
})
