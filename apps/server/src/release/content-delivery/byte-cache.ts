/** Keeps the values that were used last, up to a number of bytes; the newest one always. */
export interface ByteCache<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value, bytes: number) => void
  readonly delete: (key: string) => void
  /** Bytes of all values. */
  readonly bytes: () => number
}

export const makeByteCache = <Value>(bytesMax: number): ByteCache<Value> => {
  /** In the order of their use, the last used one at the end. */
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let total = 0
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, bytes) => {
      remove(key)
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax || oldest === key) break
        remove(oldest)
      }
    },
    delete: remove,
    bytes: () => total
  }
}
