/** A key as files name it, one after the other. */
export interface NamedKey {
  /** null: the default one. */
  readonly namespace: string | null
  /** Where the existing key stands; null: the key is new. */
  readonly position: number | null
}

/**
 * Where new keys stand among those that their namespaces have: behind the key before them in the file, else before the one
 * behind them. null: behind all keys. One value for each key; existing keys keep their places. Of keys in one position the
 * older one is first (ADR 40). `lastPositions`: by namespace, of the keys named before these; it is brought up to date.
 */
export const positionNewKeys = (
  keys: ReadonlyArray<NamedKey>,
  lastPositions: Map<string | null, number>
): ReadonlyArray<number | null> => {
  const nextPositions = new Map<string | null, number>()
  const firstPosition = (namespace: string | null) => {
    if (nextPositions.size === 0) {
      for (const key of keys) {
        if (key.position !== null && !nextPositions.has(key.namespace)) nextPositions.set(key.namespace, key.position)
      }
    }
    const next = nextPositions.get(namespace)
    return next === undefined ? null : next - 1
  }
  return keys.map(({ namespace, position }) => {
    if (position === null) return lastPositions.get(namespace) ?? firstPosition(namespace)
    lastPositions.set(namespace, position)
    return position
  })
}
