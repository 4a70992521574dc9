/** Two keys that stand near each other in a user interface. */
export interface KeyNeighbour {
  readonly keyId: number
  readonly neighbourId: number
  /** Positions between them, from 1. */
  readonly distance: number
}

/** How far apart two keys may stand to be neighbours, in positions. Source: docs/reference/content.md#related-keys. */
const distanceMax = 10

/**
 * Keys that a list can relate. Clients send about 100; the rest of a longer list is left out, which costs no more than a
 * weaker hint.
 */
export const relatedKeysMax = 1_000

/**
 * The neighbours of each key in a row of keys, in both directions; a key that stands there twice has the nearest
 * distance. Source: docs/reference/content.md#related-keys.
 */
export const neighboursInOrder = (keyIds: ReadonlyArray<number>): ReadonlyArray<KeyNeighbour> => {
  const nearest = new Map<string, KeyNeighbour>()
  keyIds.forEach((keyId, index) => {
    for (let distance = 1; distance <= distanceMax; distance++) {
      const neighbourId = keyIds[index + distance]
      if (neighbourId === undefined || neighbourId === keyId) continue
      for (const pair of [
        { keyId, neighbourId, distance },
        { keyId: neighbourId, neighbourId: keyId, distance }
      ]) {
        const place = `${pair.keyId} ${pair.neighbourId}`
        if (distance < (nearest.get(place)?.distance ?? Number.POSITIVE_INFINITY)) nearest.set(place, pair)
      }
    }
  })
  return [...nearest.values()]
}
