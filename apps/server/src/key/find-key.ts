import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** A live key of the project: 404 when there is none, 400 when it belongs to another one. Source: reference "content-api" 7. */
export const findKey = Effect.fn("findKey")(function* (
  access: ProjectAccess,
  keyId: number,
  absentCode: "key_not_found" | "resource_not_found" = "key_not_found"
) {
  const repository = yield* KeyRepository
  const [key] = yield* repository.find(access.projectId, [keyId])
  if (key !== undefined) return key
  const [other] = yield* repository.listProjects([keyId])
  return yield* other === undefined ? refusedWith(404, absentCode) : refusedWith(400, "key_not_from_project")
})
