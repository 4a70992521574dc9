import type { EntityChange } from "@dragoman/domain/activity"
import { ImportFollowRepository, KeyRepository, type KeyRow, NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import { describedNamespace, keyEntity, namespaceEntity } from "../key/key-entity.ts"
import { ensureNamespaces } from "../namespace/ensure-namespaces.ts"

/**
 * Moves live keys of a project to a namespace (null: the default one), but for those whose names other keys have there.
 * Namespaces come and go with their keys. `taken`: the ids of the keys that stay; the rest is what the activity shows.
 */
export const moveKeys = Effect.fn("moveKeys")(function* (
  projectId: number,
  rows: ReadonlyArray<KeyRow>,
  namespace: string | null
) {
  const keys = yield* KeyRepository
  const namespaces = yield* NamespaceRepository
  const imports = yield* ImportFollowRepository
  const elsewhere = rows.filter((row) => row.namespace !== namespace)
  const names = new Set(
    (yield* keys.findByName(
      projectId,
      elsewhere.map(({ name }) => ({ namespace, name }))
    )).map(({ name }) => name)
  )
  const moved: Array<KeyRow> = []
  const taken: Array<number> = []
  for (const row of elsewhere) {
    if (names.has(row.name)) taken.push(row.id)
    else moved.push(row)
    names.add(row.name)
  }
  if (moved.length === 0) return { taken, entities: [], described: [] }
  const ensured = yield* ensureNamespaces(projectId, [namespace])
  const namespaceId = ensured.idOf(namespace)
  yield* keys.setNamespace(
    moved.map(({ id }) => id),
    namespaceId
  )
  yield* imports.moveKeys(
    projectId,
    moved.map((row) => ({ from: row, to: { namespace, name: row.name } }))
  )
  const left = new Set(moved.flatMap((row) => row.namespaceId ?? []))
  const removed = yield* namespaces.removeUnused(projectId, [...left])
  const entities: ReadonlyArray<EntityChange> = [
    ...ensured.entities,
    ...moved.map((row) => keyEntity(row, { ...row, namespaceId, namespace })),
    ...removed.map((row) => namespaceEntity(row, null))
  ]
  const [example] = moved
  return { taken, entities, described: example ? describedNamespace({ ...example, namespaceId, namespace }) : [] }
})
