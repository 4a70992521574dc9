import { KeyRepository, KeyTrashRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** A key in the trash of the project; a live one, and one of another project, is not from here. */
export const findTrashedKey = Effect.fn("findTrashedKey")(function* (access: ProjectAccess, keyId: number) {
  const trash = yield* KeyTrashRepository
  const keys = yield* KeyRepository
  const found = yield* trash.find(keyId)
  if (Option.isSome(found) && found.value.projectId === access.projectId) return found.value
  const isElsewhere = Option.isSome(found) || (yield* keys.listProjects([keyId])).length > 0
  return yield* refusedWith(404, isElsewhere ? "key_not_from_project" : "key_not_found")
})
