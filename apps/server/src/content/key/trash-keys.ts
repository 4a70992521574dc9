import { KeyRepository, type KeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { describedNamespace, keyTrashEntity } from "./key-entity.ts"

/** Puts live keys into the trash; what the activity shows. `at`: epoch milliseconds. */
export const trashKeys = Effect.fn("trashKeys")(function* (rows: ReadonlyArray<KeyRow>, userId: number, at: number) {
  const keys = yield* KeyRepository
  yield* keys.remove(
    rows.map(({ id }) => id),
    userId,
    at
  )
  return {
    entities: rows.map((row) => keyTrashEntity(row, { before: null, after: at })),
    described: rows.flatMap(describedNamespace)
  }
})
