import type { KeyEditBody } from "@dragoman/api"
import { splitByFreePlace, validateKeyEdit } from "@dragoman/domain/key"
import { ImportFollowRepository, KeyRepository, type KeyRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import { changeContent } from "../../change/change-project.ts"
import { refuseBranch } from "../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { orFail } from "../../platform/fail.ts"
import { describedKey, describedNamespace, keyEntity, keyMetaEntity } from "../key/key-entity.ts"
import { checkKeyName, getKey } from "../key/key-queries.ts"
import { ensureNamespaces, removeUnusedNamespaces } from "../namespace/change-namespaces.ts"

/**
 * Replaces name, namespace and description: without a namespace the key moves to the default one. Keeps the character
 * limit when the body has none. Staged imports follow the key.
 */
export const editKey = Effect.fn("editKey")(function* (
  access: ProjectAccess<"keys.edit">,
  keyId: number,
  body: KeyEditBody
) {
  const edit = yield* orFail(validateKeyEdit(body))
  yield* refuseBranch(body.branch)
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  const imports = yield* ImportFollowRepository
  return yield* changeContent(
    access,
    Effect.fnUntraced(function* (project, record) {
      const { projectId } = project
      const before = yield* getKey(access, keyId, "resource_not_found")
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
      yield* keys.update([after])
      yield* imports.moveKeys(projectId, [{ from: before, to: after }])
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
  projectId: number,
  rows: ReadonlyArray<KeyRow>,
  namespace: string | null
) {
  const keys = yield* KeyRepository
  const imports = yield* ImportFollowRepository
  const placeOf = ({ name }: KeyRow) => ({ namespace, name })
  const elsewhere = rows.filter((row) => row.namespace !== namespace)
  const occupied = yield* keys.findByName(projectId, elsewhere.map(placeOf))
  const { free: moved, taken } = splitByFreePlace(elsewhere, placeOf, occupied)
  const takenIds = taken.map(({ id }) => id)
  if (moved.length === 0) return { taken: takenIds, entities: [], described: [] }
  const ensured = yield* ensureNamespaces(projectId, [namespace])
  const namespaceId = ensured.idOf(namespace)
  yield* keys.setNamespace(
    moved.map(({ id }) => id),
    namespaceId
  )
  yield* imports.moveKeys(
    projectId,
    moved.map((row) => ({ from: row, to: placeOf(row) }))
  )
  const removed = yield* removeUnusedNamespaces(projectId, moved)
  const [example] = moved
  return {
    taken: takenIds,
    entities: [
      ...ensured.entities,
      ...moved.map((row) => keyEntity(row, { ...row, namespaceId, namespace })),
      ...removed
    ],
    described: example ? describedNamespace({ ...example, namespaceId, namespace }) : []
  }
})
