import type { KeyEditBody } from "@dragoman/api"
import type { AlikeKeysChange, EntityChange } from "@dragoman/domain/activity"
import { chooseBranch } from "@dragoman/domain/branch"
import { splitByFreePlace, validateKeyEdit } from "@dragoman/domain/key"
import {
  type ContentPlace,
  ImportFollowRepository,
  KeyRepository,
  type KeyRow,
  type PlacedKeyRow,
  TagRepository
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { openRevision } from "../../change/activity/record-activity.ts"
import { changeContent } from "../../change/change-project.ts"
import { followContent } from "../../change/content-follower.ts"
import { orFail } from "../../platform/fail.ts"
import { type Precondition, requireUnchanged } from "../../platform/http/if-match.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { checkKeyName, getKey } from "../key/key-queries.ts"
import {
  describedKey,
  describedNamespaces,
  keyEntity,
  keyMetaEntity,
  keyTrashEntity,
  movedKeyEntity
} from "../key/key-shapes.ts"
import { ensureNamespaces, removeUnusedNamespaces } from "../namespace/namespaces.ts"

/**
 * Replaces name, namespace and description: without a namespace the key moves to the default one. Keeps the character
 * limit when the body has none. Staged imports follow the key.
 */
export const editKey = Effect.fn("editKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: KeyEditBody,
  precondition: Precondition<KeyRow> | null
) {
  const edit = yield* orFail(validateKeyEdit(body))
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const imports = yield* ImportFollowRepository
  return yield* changeContent(
    access,
    { keyIds: [keyId] },
    Effect.fnUntraced(function* (project, record) {
      const { projectId } = project
      // The key stays on its branch: the name must only exist.
      yield* orFail(chooseBranch(project, body.branch))
      const before = yield* getKey(access, keyId, "resource_not_found")
      yield* requireUnchanged(precondition, before)
      yield* checkKeyName(project, edit, keyId)
      const namespaces = yield* ensureNamespaces(projectId, [edit.namespace])
      const after: KeyRow = {
        ...before,
        name: edit.name,
        namespaceId: namespaces.idOf(edit.namespace),
        namespace: edit.namespace,
        description: edit.description,
        maxCharLimit: edit.maxCharLimit ?? before.maxCharLimit
      }
      yield* keys.update(projectId, [after])
      if (after.maxCharLimit !== before.maxCharLimit) yield* followContent(project, { keyIds: [keyId] })
      yield* imports.moveKeys(project, [{ from: before, to: after }])
      const hasMoved = before.namespaceId !== after.namespaceId
      const removed = yield* removeUnusedNamespaces(projectId, hasMoved ? [before] : [])
      const tagNames = (yield* tags.listOfKeys([keyId])).map(({ name }) => name)
      const metaOf = ({ description, customValues }: KeyRow) => ({ description, customValues, tags: tagNames })
      yield* record(
        "KEY_NAME_EDIT",
        [
          ...namespaces.entities,
          keyEntity(before, after),
          keyMetaEntity(keyId, metaOf(before), metaOf(after)),
          ...removed
        ],
        { described: describedKey(after) }
      )
      return after
    })
  )
})

/**
 * Moves live keys of a project to a namespace (null: the default one), in the transaction of the operation. `taken`: the ids
 * of keys that stay, because their names are taken there.
 */
export const moveKeys = Effect.fn("moveKeys")(function* (
  place: ContentPlace,
  rows: ReadonlyArray<PlacedKeyRow>,
  namespace: string | null
) {
  const { projectId } = place
  const keys = yield* KeyRepository
  const imports = yield* ImportFollowRepository
  const placeOf = ({ name }: PlacedKeyRow) => ({ namespace, name })
  const elsewhere = rows.filter((row) => row.namespace !== namespace)
  const occupied = yield* keys.findByName(place, elsewhere.map(placeOf))
  const { free: moved, taken } = splitByFreePlace(elsewhere, placeOf, occupied)
  const takenIds = taken.map(({ id }) => id)
  if (moved.length === 0) return { taken: takenIds, entities: [], alike: [], described: [] }
  const ensured = yield* ensureNamespaces(projectId, [namespace])
  const namespaceId = ensured.idOf(namespace)
  yield* keys.setNamespace(
    projectId,
    moved.map(({ id }) => id),
    namespaceId
  )
  yield* imports.moveKeys(
    place,
    moved.map((row) => ({ from: row, to: placeOf(row) }))
  )
  const removed = yield* removeUnusedNamespaces(projectId, moved)
  return {
    taken: takenIds,
    entities: [...ensured.entities, ...removed],
    alike: alikeByNamespace(moved, (row) => movedKeyEntity(row, { namespaceId, namespace })),
    described: describedNamespaces([{ namespaceId, namespace }])
  }
})

/** Groups the keys of each namespace, which change alike. */
const alikeByNamespace = (
  rows: ReadonlyArray<PlacedKeyRow>,
  changeOf: (row: PlacedKeyRow) => EntityChange
): ReadonlyArray<AlikeKeysChange> =>
  [...Map.groupBy(rows, ({ namespaceId }) => namespaceId).values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ keyIds: group.map(({ id }) => id), change: changeOf(group[0]) }]
  )

/** Number of keys in one batch of statements, so that none of them takes long. */
const batchKeysMax = 1_000

/** Moves keys to the trash. Ignores unknown ids and ids of other projects. */
export const deleteKeys = Effect.fn("deleteKeys")(function* (
  access: ProjectAccess<"keys.delete">,
  keyIds: ReadonlyArray<number>,
  precondition: Precondition<KeyRow> | null
) {
  const keys = yield* KeyRepository
  const now = yield* Clock.currentTimeMillis
  const { projectId, caller } = access
  const idsByBranch = yield* existingKeys(projectId, keyIds)
  yield* changeContent(
    access,
    { keyIds: [...idsByBranch.values()].flat() },
    Effect.fnUntraced(function* () {
      for (const [branchId, ids] of idsByBranch) {
        if (precondition !== null) yield* Effect.forEach(yield* keys.find(projectId, ids), precondition)
        const revision = yield* openRevision({ projectId, branchId, authorId: caller.userId, type: "KEY_SOFT_DELETE" })
        for (let start = 0; start < ids.length; start += batchKeysMax) {
          const batch = yield* keys.findPlaces(projectId, ids.slice(start, start + batchKeysMax))
          yield* revision.add(yield* trashKeys(access.projectId, batch, caller.userId, now))
          yield* Effect.yieldNow
        }
        yield* revision.close
      }
    })
  )
})

/**
 * Finds the keys by branch, before the transaction, so that finding a million unknown ids does not hold the lock of the
 * project.
 */
const existingKeys = Effect.fnUntraced(function* (projectId: number, keyIds: ReadonlyArray<number>) {
  const keys = yield* KeyRepository
  const branchById = new Map<number, number | null>()
  for (let start = 0; start < keyIds.length; start += batchKeysMax) {
    const found = yield* keys.findPlaces(projectId, keyIds.slice(start, start + batchKeysMax))
    for (const { id, branchId } of found) branchById.set(id, branchId)
    yield* Effect.yieldNow
  }
  const idsByBranch = new Map<number | null, Array<number>>()
  for (const [id, branchId] of branchById) {
    const ids = idsByBranch.get(branchId)
    if (ids === undefined) idsByBranch.set(branchId, [id])
    else ids.push(id)
  }
  return idsByBranch
})

/** Moves live keys to the trash, in the transaction of the operation; returns the activity. `at`: epoch milliseconds. */
export const trashKeys = Effect.fn("trashKeys")(function* (
  projectId: number,
  rows: ReadonlyArray<PlacedKeyRow>,
  userId: number | null,
  at: number
) {
  const keys = yield* KeyRepository
  yield* keys.remove(
    projectId,
    rows.map(({ id }) => id),
    userId,
    at
  )
  return {
    entities: [],
    alike: alikeByNamespace(rows, (row) => keyTrashEntity(row, { before: null, after: at })),
    described: describedNamespaces(rows)
  }
})
