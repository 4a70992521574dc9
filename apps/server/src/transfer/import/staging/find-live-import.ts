import { Database, ImportRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { isExpired } from "./import-expiry.ts"

export const ownerOf = ({ projectId, caller }: ProjectAccess) => ({
  projectId,
  userId: caller.userId
})

/** The caller's import in this project; an expired one is removed and counts as absent: 404. */
export const findLiveImport = Effect.fn("findLiveImport")(function* (access: ProjectAccess<"translations.view">) {
  const imports = yield* ImportRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const found = yield* imports.find(ownerOf(access))
  if (Option.isSome(found) && !isExpired(found.value, now)) return found.value
  if (Option.isSome(found)) yield* database.transaction(imports.markDeleted(found.value.id, now))
  return yield* failWith("resource_not_found")
})
