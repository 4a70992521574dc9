import { KeyRepository, KeyTrashRepository, type TrashedKeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { describedNamespace, keyTrashEntity } from "../key/key-entity.ts"

/**
 * Takes keys out of the trash, but for those whose names live keys have. `taken`: the ids of the keys that stay; the rest
 * is what the activity shows.
 */
export const restoreKeys = Effect.fn("restoreKeys")(function* (projectId: number, rows: ReadonlyArray<TrashedKeyRow>) {
  const keys = yield* KeyRepository
  const trash = yield* KeyTrashRepository
  const live = new Set((yield* keys.findByName(projectId, rows)).map(placeOf))
  const restored: Array<TrashedKeyRow> = []
  const taken: Array<number> = []
  for (const row of rows) {
    if (live.has(placeOf(row))) taken.push(row.id)
    else restored.push(row)
    live.add(placeOf(row))
  }
  yield* trash.restore(restored.map(({ id }) => id))
  return {
    taken,
    entities: restored.map((row) => keyTrashEntity(row, { before: row.deletedAt, after: null })),
    described: restored.flatMap(describedNamespace)
  }
})

const placeOf = ({ namespaceId, name }: Pick<TrashedKeyRow, "namespaceId" | "name">) => `${namespaceId ?? 0} ${name}`
