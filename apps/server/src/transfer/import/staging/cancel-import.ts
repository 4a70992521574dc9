import { Database, ImportRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { ownerOf } from "./find-live-import.ts"

/** Removes the caller's import; its rows are erased in the background. */
export const cancelImport = Effect.fn("cancelImport")(function* (access: ProjectAccess<"translations.view">) {
  const imports = yield* ImportRepository
  const database = yield* Database
  const thread = yield* ImportThread
  const found = yield* imports.find(ownerOf(access))
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(imports.markDeleted(found.value.id, now))
  yield* thread.erase
})
