import { KeyRepository, NamespaceRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { OpenRevision } from "../../../change/activity/record-activity.ts"
import { trashKeys } from "../../../content/key-editing/change-keys.ts"
import { importPieceKeysMax } from "./import-source.ts"

/**
 * Puts the keys of these namespaces into the trash that the import does not name. The reference erases them; here they
 * can be restored, like keys that a person deletes. `at`: epoch milliseconds.
 */
export const removeOtherKeys = Effect.fn("removeOtherKeys")(function* (
  project: { readonly projectId: number; readonly userId: number },
  namespaces: ReadonlyArray<string | null>,
  namedKeyIds: ReadonlySet<number>,
  openRevision: Effect.Effect<OpenRevision>,
  at: number
) {
  const { projectId, userId } = project
  const keys = yield* KeyRepository
  const namespaceRepository = yield* NamespaceRepository
  const found = yield* namespaceRepository.findByName(
    projectId,
    namespaces.filter((name) => name !== null)
  )
  const namespaceIds = [...(namespaces.includes(null) ? [null] : []), ...found.map(({ id }) => id)]
  const others = (yield* keys.listIds(projectId, namespaceIds)).filter((id) => !namedKeyIds.has(id))
  for (let offset = 0; offset < others.length; offset += importPieceKeysMax) {
    const rows = yield* keys.find(projectId, others.slice(offset, offset + importPieceKeysMax))
    const { entities, described } = yield* trashKeys(rows, userId, at)
    yield* (yield* openRevision).add(entities, described)
  }
})
