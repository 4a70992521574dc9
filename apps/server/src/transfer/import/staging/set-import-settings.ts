import type { ImportSettingsBody, ImportSettingsModel } from "@dragoman/api"
import { Database, ImportSettingsRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { ownerOf } from "./find-live-import.ts"

/**
 * Sets how the caller imports into this project. Whether new keys are created also decides which keys of the caller's
 * import are shown, and whether empty values are imported, which of its texts are in conflict.
 */
export const setImportSettings = Effect.fn("setImportSettings")(function* (
  access: ProjectAccess<"translations.edit">,
  body: ImportSettingsBody
) {
  const settings: ImportSettingsModel = { ...body, importEmptyValues: body.importEmptyValues ?? false }
  const database = yield* Database
  const repository = yield* ImportSettingsRepository
  const thread = yield* ImportThread
  const owner = ownerOf(access)
  const before = yield* repository.get(owner)
  yield* database.transaction(repository.save(owner, settings))
  if (before.createNewKeys !== settings.createNewKeys) {
    const { createNewKeys } = settings
    yield* thread.change(owner, { kind: "setKeyCreation", createNewKeys })
  }
  if (before.importEmptyValues !== settings.importEmptyValues) {
    yield* thread.change(owner, { kind: "setEmptyValues" })
  }
  return settings
})
