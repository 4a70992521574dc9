import { hash } from "node:crypto"

interface KeptList {
  readonly revisionId: number
  readonly ids: Float64Array
}

export interface KeptLists {
  /** null: not cached, or cached at another revision. */
  readonly find: (name: string, revisionId: number) => Float64Array | null
  readonly keep: (name: string, revisionId: number, ids: Float64Array) => void
  readonly size: () => number
}

/**
 * A cache of lists of ids by name, each of one revision. Evicts the least recently used lists beyond a number of lists or of
 * ids. A name may be long, such as a whole search, so only its hash is stored.
 */
export const makeKeptLists = (limits: { readonly listsMax: number; readonly idsMax: number }): KeptLists => {
  const listByHash = new Map<string, KeptList>()
  let idCount = 0

  const forget = (hashed: string) => {
    idCount -= listByHash.get(hashed)?.ids.length ?? 0
    listByHash.delete(hashed)
  }
  return {
    find: (name, revisionId) => {
      const hashed = hash("sha256", name, "base64")
      const known = listByHash.get(hashed)
      if (known?.revisionId !== revisionId) return null
      listByHash.delete(hashed)
      listByHash.set(hashed, known)
      return known.ids
    },
    keep: (name, revisionId, ids) => {
      const hashed = hash("sha256", name, "base64")
      forget(hashed)
      listByHash.set(hashed, { revisionId, ids })
      idCount += ids.length
      for (const oldest of listByHash.keys()) {
        if (listByHash.size <= limits.listsMax && idCount <= limits.idsMax) break
        forget(oldest)
      }
    },
    size: () => listByHash.size
  }
}
