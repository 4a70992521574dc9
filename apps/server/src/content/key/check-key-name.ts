import { customErrors } from "@dragoman/domain/error"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"

/**
 * May a key be called like this? No other live key is, and a namespace is named only where the project uses them. Inside
 * the transaction that writes the name. Source: reference "content-api" 2.1.
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
