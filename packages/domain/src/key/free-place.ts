import type { RelatedKey } from "./key-rules.ts"

/**
 * Which keys get the place that they want, a name in a namespace: not where another live key is, and of several that want
 * the same place only the first. Both lists are in the order given.
 */
export const splitByFreePlace = <Key>(
  keys: ReadonlyArray<Key>,
  wantedPlace: (key: Key) => RelatedKey,
  occupied: ReadonlyArray<RelatedKey>
): { readonly free: ReadonlyArray<Key>; readonly taken: ReadonlyArray<Key> } => {
  const places = new Set(occupied.map(toText))
  const free: Array<Key> = []
  const taken: Array<Key> = []
  for (const key of keys) {
    const place = toText(wantedPlace(key))
    if (places.has(place)) taken.push(key)
    else free.push(key)
    places.add(place)
  }
  return { free, taken }
}

const toText = ({ namespace, name }: RelatedKey): string => JSON.stringify([namespace, name])
