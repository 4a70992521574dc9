import {
  Database,
  ImportConflictRepository,
  ImportRepository,
  ImportSettingsRepository,
  StagedKeyRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { lockContentProject } from "../../../change/change-project.ts"
import { failWith } from "../../../platform/fail.ts"
import { applyImport } from "../applying/apply-import.ts"
import { joinReports, startImportReport } from "../applying/import-report.ts"
import type { AppliedStaged, ApplyProgress, ApplyStaged } from "../thread/import-messages.ts"
import { changeImport } from "./change-import.ts"
import { stagedSource } from "./staged-source.ts"

/** Keys that are named when they are left out; a person who wants all of them looks at the settings. */
const shownNoticesMax = 100

const leftOutSentence =
  "The key was left out: the project does not have it, and your import settings create no new keys."

/**
 * Applies the live import of its user and ends it, all in one transaction: when it is refused, project and import stay as
 * they are. Open conflicts are worked out anew then: texts may have changed since the upload, and only a conflict that the
 * import shows can be decided. `onProgress` may hear of progress that is rolled back in the end.
 */
export const applyStagedImport = Effect.fn("applyStagedImport")(function* (
  { authority, forceMode }: ApplyStaged,
  onProgress: (progress: ApplyProgress) => void
) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const conflicts = yield* ImportConflictRepository
  const settings = yield* ImportSettingsRepository
  const staged = yield* StagedKeyRepository
  const applying = Effect.gen(function* () {
    onProgress({ kind: "progress", status: "PREPARING_AND_VALIDATING", totalKeys: null, importedKeys: null })
    // The project first: deleting it, or all its imports, locks in this order too.
    yield* lockContentProject(authority.projectId)
    const live = yield* imports.lock(authority)
    // Applied or cancelled by another request of the user.
    if (Option.isNone(live)) return yield* failWith("resource_not_found")
    const importId = live.value.id
    const chosen = yield* settings.get(authority)
    // Keys may have come and gone since the upload.
    yield* conflicts.markImportedKeys(yield* imports.listFileIds(importId), chosen.createNewKeys)
    const totalKeys = yield* staged.count(importId)
    const source = yield* stagedSource(importId)
    const { report } = yield* applyImport(
      authority,
      {
        ...chosen,
        forceMode,
        overrideMode: "RECOMMENDED",
        errorOnUnresolvedConflict: true,
        skipExistingKeys: false,
        tagNewKeys: [],
        removeOtherKeys: false
      },
      source,
      (importedKeys) =>
        Effect.sync(() => onProgress({ kind: "progress", status: "STORING_KEYS", totalKeys, importedKeys }))
    )
    // Texts were stored with their keys.
    onProgress({ kind: "progress", status: "STORING_TRANSLATIONS", totalKeys, importedKeys: totalKeys })
    onProgress({ kind: "progress", status: "FINALIZING", totalKeys, importedKeys: totalKeys })
    const leftOut = yield* staged.listLeftOut(importId, shownNoticesMax)
    yield* imports.markDeleted(importId, yield* Clock.currentTimeMillis)
    const reporter = startImportReport()
    for (const { name, namespace } of leftOut.rows) {
      reporter.addNotice(null, { keyName: name, keyNamespace: namespace, sentence: leftOutSentence })
    }
    const keysLeftOut = { ...reporter.report(), noticeCount: leftOut.total }
    const applied: AppliedStaged = { kind: "applied", report: joinReports(report, keysLeftOut) }
    return applied
  })
  return yield* database
    .transaction(applying)
    .pipe(
      Effect.tapError((error) =>
        error.kind === "code" && error.code === "conflict_is_not_resolved"
          ? changeImport(authority, { kind: "refresh" })
          : Effect.void
      )
    )
})
