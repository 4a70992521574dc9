import { Effect } from "effect"
import type { IndexState, IndexStorage, Signature } from "../similarity-index/index-storage.ts"

interface Generation {
  readonly grams: Map<string, number>
  readonly postings: Map<number, Uint8Array>
  readonly signatures: Map<number, Signature>
}

/** Stores an index in memory, with its sources. `afterTransaction` runs between transactions, as other readers do. */
export const makeMemoryStorage = (afterTransaction: () => Effect.Effect<void>) => {
  const sources = new Map<number, string>()
  const generations = new Map<number, Generation>()
  let state: IndexState = { generation: 1, rankedGrams: 0, builtCount: 0, changedCount: 0 }
  const at = (generation: number): Generation => {
    const found = generations.get(generation) ?? { grams: new Map(), postings: new Map(), signatures: new Map() }
    generations.set(generation, found)
    return found
  }
  const storage: IndexStorage = {
    snapshot: (effect) => effect,
    transaction: (effect) => Effect.tap(effect, afterTransaction),
    state: Effect.sync(() => state),
    findGrams: (generation, grams) =>
      Effect.sync(() =>
        grams.flatMap((gram) => {
          const number = at(generation).grams.get(gram)
          return number === undefined ? [] : [{ gram, number }]
        })
      ),
    addGrams: (generation, grams, first) =>
      Effect.sync(() => {
        for (const [index, gram] of grams.entries()) at(generation).grams.set(gram, first + index)
      }),
    countGrams: (generation) => Effect.sync(() => at(generation).grams.size),
    readPostings: (generation, slots) =>
      Effect.sync(() =>
        slots.flatMap((slot) => {
          const numbers = at(generation).postings.get(slot)
          return numbers === undefined ? [] : [{ slot, numbers }]
        })
      ),
    writePostings: (generation, postings) =>
      Effect.sync(() => {
        for (const { slot, numbers } of postings) at(generation).postings.set(slot, numbers)
      }),
    readSignatures: (generation, places) =>
      Effect.sync(() => places.flatMap((place) => at(generation).signatures.get(place) ?? [])),
    countWaiting: (generation) =>
      Effect.sync(() => [...at(generation).signatures.keys()].filter((place) => place < 0).length),
    readWaiting: (generation, limit) =>
      Effect.sync(() => [...at(generation).signatures.values()].filter(({ place }) => place < 0).slice(0, limit)),
    writeSignatures: (generation, signatures) =>
      Effect.sync(() => {
        for (const signature of signatures) at(generation).signatures.set(signature.place, signature)
      }),
    deleteSignatures: (generation, places) =>
      Effect.sync(() => {
        for (const place of places) at(generation).signatures.delete(place)
      }),
    lastPlaces: (generation, bounds) =>
      Effect.sync(() => {
        const places = [...at(generation).signatures.keys()]
        return bounds.flatMap(([first, last]) => {
          const within = places.filter((place) => place >= first && place <= last)
          return within.length === 0 ? [] : [Math.max(...within)]
        })
      }),
    readSources: (afterId, limit) =>
      Effect.sync(() =>
        [...sources]
          .map(([id, text]) => ({ id, text }))
          .filter(({ id }) => id > afterId)
          .toSorted((one, other) => one.id - other.id)
          .slice(0, limit)
      ),
    countChanged: (changed) =>
      Effect.sync(() => {
        state = { ...state, changedCount: state.changedCount + changed }
      }),
    eraseOthers: () =>
      Effect.sync(() => {
        const others = [...generations.keys()].filter((generation) => generation !== state.generation)
        for (const generation of others) generations.delete(generation)
        return others.length
      }),
    switchTo: (next) =>
      Effect.sync(() => {
        state = next
      })
  }
  return {
    storage,
    generation: () => state.generation,
    sources: () => [...sources].map(([id, text]) => ({ id, text })),
    insert: (added: ReadonlyArray<{ readonly id: number; readonly text: string }>) => {
      for (const { id, text } of added) sources.set(id, text)
    },
    /** Removes sources with their signatures in every generation, as a database does by foreign keys. */
    remove: (ids: ReadonlySet<number>) => {
      for (const id of ids) sources.delete(id)
      for (const { signatures } of generations.values()) {
        for (const [place, { sourceId }] of signatures) if (ids.has(sourceId)) signatures.delete(place)
      }
      state = { ...state, changedCount: state.changedCount + ids.size }
    }
  }
}
