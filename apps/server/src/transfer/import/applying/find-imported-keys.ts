import { type ContentPlace, KeyRepository, type KeyRow } from "@dragoman/store"
import { Effect } from "effect"
import type { KeyName } from "./import-source.ts"

/** The project's row of each key, in their order; undefined: it has none. No key is looked for twice. */
export type FindImportedKeys = (keys: ReadonlyArray<KeyName>) => Effect.Effect<ReadonlyArray<KeyRow | undefined>>

/**
 * Finds the keys of an import, batch after batch. Files mostly name keys in the order in which they were created, so the rows
 * behind the last found one are read first, which takes a third of the time of looking for names; only keys that are not among
 * them are looked for. A project with fewer keys than the first batch is read once.
 */
export const findImportedKeys = Effect.fnUntraced(function* (place: ContentPlace) {
  const repository = yield* KeyRepository
  let lastId = 0
  let isFirst = true
  let isOrdered = true
  let allRows: ReadonlyArray<KeyRow> | null = null
  const find: FindImportedKeys = Effect.fnUntraced(function* (keys) {
    const following = allRows ?? (isOrdered ? yield* repository.listAfter(place, lastId, keys.length) : [])
    if (isFirst && following.length < keys.length) allRows = following
    let found = matchRows(keys, following)
    if (allRows !== null) return found
    const missing = keys.filter((_, index) => found[index] === undefined)
    // The first keys of a file may stand anywhere; its next ones follow them, or it has an order of its own.
    if (!isFirst && missing.length > keys.length / 2) isOrdered = false
    isFirst = false
    if (missing.length > 0) {
      const others = matchRows(missing, yield* repository.findByName(place, missing))
      let next = 0
      found = found.map((row) => row ?? others[next++])
    }
    for (const row of found) if (row !== undefined && row.id > lastId) lastId = row.id
    return found
  })
  return find
})

/** Finds the keys of one batch alone: between two batches that are committed, other requests change the project. */
export const findKeysOfBatch = Effect.fnUntraced(function* (place: ContentPlace) {
  const repository = yield* KeyRepository
  const find: FindImportedKeys = (keys) =>
    Effect.map(repository.findByName(place, keys), (rows) => matchRows(keys, rows))
  return find
})

/** Rows in the order of the keys cost a comparison each, others a table of their names. */
const matchRows = (keys: ReadonlyArray<KeyName>, rows: ReadonlyArray<KeyRow>): ReadonlyArray<KeyRow | undefined> => {
  let placeByName: ReadonlyMap<string, number> | null = null
  let next = 0
  return keys.map((key) => {
    if (rows.length === 0) return undefined
    const row = rows[next]
    if (row === undefined || row.name !== key.name || row.namespace !== key.namespace) {
      placeByName ??= new Map(rows.map((one, place) => [nameOf(one), place]))
      const place = placeByName.get(nameOf(key))
      if (place === undefined) return undefined
      next = place
    }
    return rows[next++]
  })
}

/** Tells a key from all others of the project. */
const nameOf = ({ namespace, name }: KeyName): string => `${namespace ?? ""}\0${name}`
