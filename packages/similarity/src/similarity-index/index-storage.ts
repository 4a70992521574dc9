import type { Effect } from "effect"

/** The generation that lookups read. Another one may be under construction. */
export interface IndexState {
  readonly generation: number
  /** Grams with lower numbers are in the order of their frequency, rarest first; later ones are rarer than all of these. */
  readonly rankedGrams: number
  /** Sources when the generation was built. */
  readonly builtCount: number
  /** Sources that were added to posting lists or removed since; waiting ones are not among them. */
  readonly changedCount: number
}

export interface NumberedGram {
  readonly gram: string
  readonly number: number
}

/** The grams of a source, by their packed numbers. */
export interface Signature {
  readonly place: number
  readonly sourceId: number
  readonly grams: Uint8Array
}

/** The numbers of the sources in a range that have a gram. */
export interface StoredPostings {
  readonly slot: number
  readonly numbers: Uint8Array
}

/** Stores one index. Everything but `state` names a generation. */
export interface IndexStorage {
  /** Reads at one moment. */
  readonly snapshot: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
  /** Writes in one transaction, which holds the lock of the index. */
  readonly transaction: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
  readonly state: Effect.Effect<IndexState>
  readonly findGrams: (generation: number, grams: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NumberedGram>>
  /** Adds grams that are unknown, with the numbers from `first` on. */
  readonly addGrams: (generation: number, grams: ReadonlyArray<string>, first: number) => Effect.Effect<void>
  readonly countGrams: (generation: number) => Effect.Effect<number>
  readonly readPostings: (
    generation: number,
    slots: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<StoredPostings>>
  /** Replaces the postings of these slots. */
  readonly writePostings: (generation: number, postings: ReadonlyArray<StoredPostings>) => Effect.Effect<void>
  readonly readSignatures: (
    generation: number,
    places: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<Signature>>
  /** Counts signatures with places below 0. */
  readonly countWaiting: (generation: number) => Effect.Effect<number>
  /** Signatures with places below 0. */
  readonly readWaiting: (generation: number, limit: number) => Effect.Effect<ReadonlyArray<Signature>>
  readonly writeSignatures: (generation: number, signatures: ReadonlyArray<Signature>) => Effect.Effect<void>
  readonly deleteSignatures: (generation: number, places: ReadonlyArray<number>) => Effect.Effect<void>
  /** The last place in each of these bounds that has one. */
  readonly lastPlaces: (
    generation: number,
    bounds: ReadonlyArray<readonly [first: number, last: number]>
  ) => Effect.Effect<ReadonlyArray<number>>
  /** Sources in the order of their ids. */
  readonly readSources: (
    afterId: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly text: string }>>
  readonly countChanged: (changed: number) => Effect.Effect<void>
  /** Erases up to so many rows of other generations than the one that lookups read; the number of erased ones. */
  readonly eraseOthers: (limit: number) => Effect.Effect<number>
  /** Makes lookups read a generation from now on. */
  readonly switchTo: (state: IndexState) => Effect.Effect<void>
}
