import { customErrors } from "@dragoman/domain/error"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { failWith } from "../../platform/fail.ts"

/** Reads a live key of the project; also in a transaction that changes it. */
export const getKey = Effect.fn("getKey")(function* (
  access: ProjectAccess,
  keyId: number,
  absentCode: "key_not_found" | "resource_not_found" = "key_not_found"
) {
  const repository = yield* KeyRepository
  const [key] = yield* repository.find(access.projectId, [keyId])
  return key ?? (yield* failWith(absentCode))
})

/**
 * Fails when another live key has this name, or when the name is in a namespace and the project does not use them. Call it
 * in the transaction that writes the name.
 */
export const checkKeyName = Effect.fn("checkKeyName")(function* (
  project: ContentProject,
  place: { readonly namespace: string | null; readonly name: string },
  exceptId: number | null
) {
  if (place.namespace !== null && !project.useNamespaces) {
    return yield* Effect.fail(customErrors({ namespace_cannot_be_used_when_feature_is_disabled: [] }))
  }
  const keys = yield* KeyRepository
  const [found] = yield* keys.findByName(project.projectId, [place])
  if (found !== undefined && found.id !== exceptId) return yield* Effect.fail(customErrors({ key_exists: [] }))
})
