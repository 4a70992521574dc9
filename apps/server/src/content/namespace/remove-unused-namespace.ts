import type { EntityChange } from "@dragoman/domain/activity"
import { type KeyRow, NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import { namespaceEntity } from "../key/key-entity.ts"

/**
 * The namespace that a key has left goes when no other key is in it, neither a live one nor one in the trash. Returns what
 * the activity shows. Source: reference "content-api" 2.5.
 */
export const removeUnusedNamespace = Effect.fn("removeUnusedNamespace")(function* (
  projectId: number,
  before: Pick<KeyRow, "namespaceId">,
  after: Pick<KeyRow, "namespaceId">
) {
  const repository = yield* NamespaceRepository
  const left = before.namespaceId === null || before.namespaceId === after.namespaceId ? [] : [before.namespaceId]
  const removed = yield* repository.removeUnused(projectId, left)
  return removed.map((row): EntityChange => namespaceEntity(row, null))
})
