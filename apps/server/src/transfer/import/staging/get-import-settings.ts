import { ImportSettingsRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { ownerOf } from "./find-live-import.ts"

/** How the caller imports into this project. */
export const getImportSettings = Effect.fn("getImportSettings")(function* (access: ProjectAccess) {
  const settings = yield* ImportSettingsRepository
  return yield* settings.get(ownerOf(access))
})
