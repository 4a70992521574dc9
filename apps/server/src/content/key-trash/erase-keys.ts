import type { EntityChange } from "@dragoman/domain/activity"
import { KeyRepository, type KeyRow, NamespaceRepository, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { erasedKeyEntity, namespaceEntity } from "../key/key-entity.ts"

/**
 * Erases keys of a project for good, with their texts, and the tags and namespaces that nothing else needs; what the
 * activity shows. Source: reference "content-api" 2.7.
 */
export const eraseKeys = Effect.fn("eraseKeys")(function* (projectId: number, rows: ReadonlyArray<KeyRow>) {
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const namespaces = yield* NamespaceRepository
  yield* keys.erase(rows.map(({ id }) => id))
  yield* tags.removeUnused(projectId)
  const left = new Set(rows.flatMap(({ namespaceId }) => namespaceId ?? []))
  const unused = yield* namespaces.removeUnused(projectId, [...left])
  const entities: ReadonlyArray<EntityChange> = [
    ...rows.map(erasedKeyEntity),
    ...unused.map((row) => namespaceEntity(row, null))
  ]
  return entities
})
