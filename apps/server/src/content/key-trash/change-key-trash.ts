import { keyLimits, splitByFreePlace } from "@dragoman/domain/key"
import {
  type ContentPlace,
  Database,
  KeyRepository,
  type KeyRow,
  KeyTrashRepository,
  NamespaceRepository,
  ProjectRepository,
  ScreenshotRepository,
  TagRepository,
  type TrashedKeyRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { describedNamespaces, erasedKeyEntity, keyTrashEntity } from "../key/key-shapes.ts"
import { removeUnusedNamespaces } from "../namespace/namespaces.ts"

/** Restores a key; fails when a live key has its name. */
export const restoreKey = Effect.fn("restoreKey")(function* (access: ProjectAccess<"keys.create">, keyId: number) {
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (project, record) {
      const key = yield* getTrashedKey(access, keyId)
      const { taken, entities, described } = yield* restoreKeys(project, [key])
      if (taken.length > 0) return yield* failWith("key_exists")
      yield* record("KEY_RESTORE", entities, { described })
      return key
    })
  )
})

/** Erases a key of the trash with its texts and screenshots, and with tags and a namespace that become unused. */
export const eraseKey = Effect.fn("eraseKey")(function* (access: ProjectAccess<"keys.delete">, keyId: number) {
  const screenshots = yield* ScreenshotRepository
  yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* ({ projectId }, record) {
      const key = yield* getTrashedKey(access, keyId)
      const images = yield* screenshots.listOfKeys([keyId])
      yield* record("KEY_HARD_DELETE", yield* eraseKeys(projectId, [key]))
      // After other operations, `eraseUnusedImages` removes the screenshots.
      yield* screenshots.removeWithoutKeys(images.map(({ id }) => id))
    })
  )
})

const getTrashedKey = Effect.fn("getTrashedKey")(function* (access: ProjectAccess, keyId: number) {
  const trash = yield* KeyTrashRepository
  const found = yield* trash.find(keyId)
  return Option.isSome(found) && found.value.projectId === access.projectId
    ? found.value
    : yield* failWith("key_not_found")
})

/** Restores keys in the transaction of the operation. `taken`: the ids of keys that stay, because live keys have their names. */
export const restoreKeys = Effect.fn("restoreKeys")(function* (
  place: ContentPlace,
  rows: ReadonlyArray<TrashedKeyRow>
) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const { free, taken } = splitByFreePlace(rows, (row) => row, yield* keys.findByName(place, rows))
  yield* trash.restore(
    place.projectId,
    free.map(({ id }) => id)
  )
  return {
    taken: taken.map(({ id }) => id),
    entities: free.map((row) => keyTrashEntity(row, { before: row.deletedAt, after: null })),
    described: describedNamespaces(free)
  }
})

/**
 * Erases keys with their texts in the transaction of the operation, and tags and namespaces that become unused. Returns the
 * activity.
 */
export const eraseKeys = Effect.fn("eraseKeys")(function* (projectId: number, rows: ReadonlyArray<KeyRow>) {
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  yield* keys.erase(
    projectId,
    rows.map(({ id }) => id)
  )
  yield* tags.removeUnused(projectId)
  return [...rows.map(erasedKeyEntity), ...(yield* removeUnusedNamespaces(projectId, rows))]
})

/** Number of keys that one transaction erases, so that other writers of the project run in between. */
const keysPurgedMax = 500

/**
 * Erases the keys that have been in the trash for longer than `keyLimits.trashMillis`, in all projects. Records no
 * activity, so copies on branches stay until their branch is erased.
 */
export const purgeTrash = Effect.fn("purgeTrash")(function* () {
  const database = yield* Database
  const trash = yield* KeyTrashRepository
  const before = (yield* Clock.currentTimeMillis) - keyLimits.trashMillis
  for (const projectId of yield* trash.listProjectsDeletedBefore(before)) {
    while (yield* database.transaction(purgeSome(projectId, before))) yield* Effect.yieldNow
  }
})

/**
 * Erases a batch; reads under the lock of the project, so that it never erases a restored key. true: more keys may be
 * left.
 */
const purgeSome = Effect.fnUntraced(function* (projectId: number, before: number) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const tags = yield* TagRepository
  const namespaces = yield* NamespaceRepository
  const projects = yield* ProjectRepository
  // The keys of a deleted project are erased with the project.
  if (Option.isNone(yield* projects.lock(projectId))) return false
  const expired = yield* trash.listDeletedBefore(projectId, before, keysPurgedMax)
  if (expired.length === 0) return false
  yield* keys.erase(projectId, expired)
  yield* tags.removeUnused(projectId)
  yield* namespaces.removeUnused(projectId, null)
  return expired.length === keysPurgedMax
})
