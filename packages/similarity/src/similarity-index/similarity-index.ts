import { Effect } from "effect"
import { gramsOf, sourceMaxUtf16Units } from "../grams.ts"
import { appendAscending, countAscending, eachAscending, packAscending, unpackAscending } from "./ascending-numbers.ts"
import type { IndexState, IndexStorage, Signature } from "./index-storage.ts"
import {
  numberOfPlace,
  placeOf,
  placesOfRanges,
  prefixLength,
  rangeOf,
  rangeOfSlot,
  rangesFor,
  slotOf,
  waitingPlace
} from "./size-range.ts"

/** A source whose overlap with a text is at least a half. */
export interface SimilarSource {
  readonly sourceId: number
  /** Grams of both over grams of either. */
  readonly overlap: number
}

export interface SimilarityIndex {
  /** Finds all sources whose overlap is at least a half. */
  readonly find: (text: string) => Effect.Effect<ReadonlyArray<SimilarSource>>
  /** Adds new sources; the caller's transaction holds the lock of the index. Lookups find them at once. */
  readonly add: (sources: ReadonlyArray<{ readonly id: number; readonly text: string }>) => Effect.Effect<void>
  /** Rebuilds when too much has changed, else appends waiting sources to posting lists when too many wait; erases leftover rows. */
  readonly maintain: Effect.Effect<void>
}

/** Sizes of the work; tests make them smaller. */
export interface IndexSizes {
  /** Lookups compare with so many waiting sources directly. */
  readonly waitingMax: number
  /** Sources or slots in one transaction: a few milliseconds. */
  readonly batchMax: number
  /** Sources whose postings a rebuild collects before it writes them: some 50 MB. */
  readonly collectedMax: number
  /** A smaller index is never rebuilt: its posting lists are short in any order. */
  readonly rebuildMin: number
}

const defaultIndexSizes: IndexSizes = {
  waitingMax: 2_000,
  batchMax: 500,
  collectedMax: 100_000,
  rebuildMin: 2_000
}

/** The part of the sources that may change before a rebuild. */
const changedPartMax = 0.25

/** An overlap of less than a half is no match. */
const overlapMin = 0.5

export const makeSimilarityIndex = (
  storage: IndexStorage,
  normalize: (text: string) => string,
  sizes: IndexSizes = defaultIndexSizes
): SimilarityIndex => {
  const gramsOfText = (text: string): ReadonlyArray<string> =>
    text.length > sourceMaxUtf16Units ? [] : gramsOf(normalize(text))

  const find = (text: string) =>
    storage.snapshot(
      Effect.gen(function* () {
        const grams = gramsOfText(text)
        if (grams.length === 0) return []
        const state = yield* storage.state
        const { generation } = state
        const known = (yield* storage.findGrams(generation, grams)).map(({ number }) => number)
        const waiting = yield* storage.readWaiting(generation, Number.MAX_SAFE_INTEGER)
        const places = yield* findCandidates(state, known, grams.length)
        const signatures = yield* storage.readSignatures(generation, places)
        return similarAmong([...waiting, ...signatures], known, grams.length)
      })
    )

  /** Places that share enough grams of their prefixes with the text. Its unknown grams are in no list, and the rarest of all. */
  const findCandidates = Effect.fnUntraced(function* (state: IndexState, known: ReadonlyArray<number>, size: number) {
    const prefix = rarestFirst(known, state).slice(0, Math.max(0, prefixLength(size) - (size - known.length)))
    const ranges = rangesFor(size)
    const slots = ranges.flatMap(({ range }) => prefix.map((gram) => slotOf(gram, range)))
    const postings = slots.length === 0 ? [] : yield* storage.readPostings(state.generation, slots)
    const byRange = Map.groupBy(postings, ({ slot }) => rangeOfSlot(slot))
    const places: Array<number> = []
    for (const { range, shared } of ranges) {
      let counts: Uint16Array = new Uint16Array(1024)
      for (const { numbers } of byRange.get(range) ?? []) counts = countAscending(numbers, counts)
      for (let number = 0; number < counts.length; number++) {
        if ((counts[number] ?? 0) >= shared) places.push(placeOf(range, number))
      }
    }
    return places
  })

  /** Numbers of the grams; unknown ones are added. */
  const numbersOf = Effect.fnUntraced(function* (generation: number, grams: ReadonlyArray<string>) {
    const known = new Map(
      (yield* storage.findGrams(generation, grams)).map(({ gram, number }) => [gram, number] as const)
    )
    const unknown = grams.filter((gram) => !known.has(gram))
    if (unknown.length > 0) {
      const first = yield* storage.countGrams(generation)
      yield* storage.addGrams(generation, unknown, first)
      for (const [index, gram] of unknown.entries()) known.set(gram, first + index)
    }
    return known
  })

  /** Sources with the numbers of their grams; those without grams are found by equality only. */
  const withNumbers = Effect.fnUntraced(function* (
    generation: number,
    sources: ReadonlyArray<{ readonly id: number; readonly text: string }>
  ) {
    const grams = sources.map(({ id, text }) => ({ id, grams: gramsOfText(text) }))
    const numbers = yield* numbersOf(generation, [...new Set(grams.flatMap((source) => source.grams))])
    return grams
      .filter((source) => source.grams.length > 0)
      .map((source) => ({ id: source.id, numbers: source.grams.map((gram) => numbers.get(gram) ?? 0).sort(ascending) }))
  })

  const addWaiting = Effect.fnUntraced(function* (
    generation: number,
    sources: ReadonlyArray<{ readonly id: number; readonly text: string }>
  ) {
    const signatures = (yield* withNumbers(generation, sources)).map(
      ({ id, numbers }): Signature => ({ place: waitingPlace(id), sourceId: id, grams: packAscending(numbers) })
    )
    if (signatures.length > 0) yield* storage.writeSignatures(generation, signatures)
  })

  /** Gives sources their places, and collects their postings. */
  const place = Effect.fnUntraced(function* (
    state: IndexState,
    sources: ReadonlyArray<{ readonly id: number; readonly numbers: ReadonlyArray<number> }>,
    collected: Map<number, Array<number>>
  ) {
    if (sources.length === 0) return
    const next = new Map<number, number>()
    for (const last of yield* storage.lastPlaces(state.generation, placesOfRanges)) {
      next.set((last - numberOfPlace(last)) / placeOf(1, 0), numberOfPlace(last) + 1)
    }
    const signatures = sources.map(({ id, numbers }): Signature => {
      const range = rangeOf(numbers.length)
      const number = next.get(range) ?? 0
      next.set(range, number + 1)
      for (const gram of rarestFirst(numbers, state).slice(0, prefixLength(numbers.length))) {
        const slot = slotOf(gram, range)
        const list = collected.get(slot)
        if (list === undefined) collected.set(slot, [number])
        else list.push(number)
      }
      return { place: placeOf(range, number), sourceId: id, grams: packAscending(numbers) }
    })
    yield* storage.writeSignatures(state.generation, signatures)
  })

  const writeCollected = Effect.fnUntraced(function* (
    generation: number,
    collected: ReadonlyArray<readonly [slot: number, numbers: ReadonlyArray<number>]>
  ) {
    const stored = yield* storage.readPostings(
      generation,
      collected.map(([slot]) => slot)
    )
    const bySlot = new Map(stored.map(({ slot, numbers }) => [slot, numbers] as const))
    yield* storage.writePostings(
      generation,
      collected.map(([slot, numbers]) => ({
        slot,
        numbers: appendAscending(bySlot.get(slot) ?? new Uint8Array(), numbers)
      }))
    )
  })

  /** Moves some waiting sources into posting lists, in one transaction; the number of them. */
  const appendSome = storage.transaction(
    Effect.gen(function* () {
      const state = yield* storage.state
      const waiting = yield* storage.readWaiting(state.generation, sizes.batchMax)
      if (waiting.length === 0) return 0
      const collected = new Map<number, Array<number>>()
      yield* storage.deleteSignatures(
        state.generation,
        waiting.map((signature) => signature.place)
      )
      const sources = waiting.map(({ sourceId, grams }) => ({ id: sourceId, numbers: unpackAscending(grams) }))
      yield* place(state, sources, collected)
      yield* writeCollected(state.generation, [...collected].sort(bySlotAscending))
      yield* storage.countChanged(waiting.length)
      return waiting.length
    })
  )

  /** Counts the grams of all sources. */
  const countFrequencies = Effect.gen(function* () {
    const frequencies = new Map<string, number>()
    let afterId = 0
    for (;;) {
      const sources = yield* storage.readSources(afterId, sizes.batchMax)
      if (sources.length === 0) return frequencies
      for (const { text } of sources) {
        for (const gram of gramsOfText(text)) frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1)
      }
      afterId = sources.at(-1)?.id ?? afterId
    }
  })

  /**
   * Builds a generation beside the one that lookups read, in short transactions, and switches to it. Sources that come meanwhile wait
   * in it; signatures of those that are removed go with them. A rebuild that ends early leaves rows that the next one erases.
   */
  const rebuild = Effect.gen(function* () {
    yield* eraseOthers
    const { generation: old } = yield* storage.state
    const generation = old + 1
    const ranked = [...(yield* countFrequencies)]
      .sort(([oneGram, one], [otherGram, other]) => one - other || (oneGram < otherGram ? -1 : 1))
      .map(([gram]) => gram)
    for (let first = 0; first < ranked.length; first += sizes.batchMax) {
      yield* storage.transaction(storage.addGrams(generation, ranked.slice(first, first + sizes.batchMax), first))
    }
    let state: IndexState = { generation, rankedGrams: ranked.length, builtCount: 0, changedCount: 0 }
    const collected = new Map<number, Array<number>>()
    let collectedCount = 0
    let afterId = 0
    const flush = Effect.gen(function* () {
      const lists = [...collected].sort(bySlotAscending)
      for (let first = 0; first < lists.length; first += sizes.batchMax) {
        yield* storage.transaction(writeCollected(generation, lists.slice(first, first + sizes.batchMax)))
      }
      collected.clear()
      collectedCount = 0
    })
    for (;;) {
      const batch = yield* storage.transaction(
        Effect.gen(function* () {
          const sources = yield* storage.readSources(afterId, sizes.batchMax)
          // A transaction may run again: its postings are collected apart.
          const postings = new Map<number, Array<number>>()
          yield* place(state, yield* withNumbers(generation, sources), postings)
          return { sources, postings }
        })
      )
      if (batch.sources.length === 0) break
      for (const [slot, numbers] of batch.postings) {
        const list = collected.get(slot)
        if (list === undefined) collected.set(slot, numbers)
        else list.push(...numbers)
      }
      afterId = batch.sources.at(-1)?.id ?? afterId
      state = { ...state, builtCount: state.builtCount + batch.sources.length }
      collectedCount += batch.sources.length
      if (collectedCount >= sizes.collectedMax) yield* flush
    }
    yield* flush
    yield* storage.transaction(
      Effect.gen(function* () {
        yield* addWaiting(generation, yield* storage.readSources(afterId, Number.MAX_SAFE_INTEGER))
        yield* storage.switchTo(state)
      })
    )
    yield* eraseOthers
  })

  const eraseOthers: Effect.Effect<void> = Effect.gen(function* () {
    while ((yield* storage.transaction(storage.eraseOthers(sizes.batchMax))) > 0) {}
  })

  return {
    find,
    add: Effect.fnUntraced(function* (sources) {
      const { generation } = yield* storage.state
      yield* addWaiting(generation, sources)
    }),
    maintain: Effect.gen(function* () {
      const { generation, builtCount, changedCount } = yield* storage.state
      const waitingCount = yield* storage.countWaiting(generation)
      if (changedCount + waitingCount >= Math.max(sizes.rebuildMin, builtCount * changedPartMax)) return yield* rebuild
      if (waitingCount > sizes.waitingMax) while ((yield* appendSome) > 0) {}
      yield* eraseOthers
    })
  }
}

const similarAmong = (
  signatures: ReadonlyArray<Signature>,
  known: ReadonlyArray<number>,
  size: number
): ReadonlyArray<SimilarSource> => {
  const isKnown = new Uint8Array(known.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (const number of known) isKnown[number] = 1
  const similar: Array<SimilarSource> = []
  for (const { sourceId, grams } of signatures) {
    let shared = 0
    let sourceSize = 0
    eachAscending(grams, (number) => {
      sourceSize++
      shared += isKnown[number] ?? 0
    })
    const overlap = shared / (size + sourceSize - shared)
    if (overlap >= overlapMin) similar.push({ sourceId, overlap })
  }
  return similar
}

/**
 * Orders grams by one total order: those that came after the ranking, the newest first, then the ranked ones. A gram that becomes known
 * goes to the front, where it stood as an unknown one; so the order of the others never changes.
 */
const rarestFirst = (numbers: ReadonlyArray<number>, { rankedGrams }: IndexState): ReadonlyArray<number> => {
  const rankOf = (number: number): number => (number >= rankedGrams ? -number - 1 : number)
  return numbers.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const ascending = (one: number, other: number): number => one - other

const bySlotAscending = ([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number => one - other
