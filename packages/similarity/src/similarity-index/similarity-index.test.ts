import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeMemoryStorage } from "../testing/memory-storage.ts"
import { naiveSearch } from "../testing/naive-search.ts"
import { makeRandom, randomText } from "../testing/random-texts.ts"
import { makeSimilarityIndex, type SimilarityIndex } from "./similarity-index.ts"

const normalize = (text: string): string => text.trim().toLowerCase()

const sizes = { waitingMax: 5, batchMax: 3, collectedMax: 7, rebuildMin: 12 }

const found = (index: SimilarityIndex, text: string) =>
  Effect.map(index.find(text), (sources) =>
    sources.map(({ sourceId }) => sourceId).toSorted((one, other) => one - other)
  )

describe("the index of similar texts", () => {
  it.effect("finds the same sources as a comparison with all of them, between transactions, too", () =>
    Effect.gen(function* () {
      let rebuilds = 0
      let matches = 0
      for (let seed = 1; seed <= 4; seed++) {
        const random = makeRandom(seed)
        const compare = (): Effect.Effect<void> =>
          Effect.gen(function* () {
            const text = random() < 0.5 ? randomText(random) : (memory.sources()[0]?.text ?? "")
            const expected = naiveSearch(memory.sources(), text, normalize)
            assert.deepStrictEqual(yield* found(index, text), expected, `seed ${seed}: ${text}`)
            matches += expected.length
          })
        const memory = makeMemoryStorage(() => (random() < 0.05 ? compare() : Effect.void))
        const index = makeSimilarityIndex(memory.storage, normalize, sizes)
        let lastId = 0
        for (let round = 0; round < 14; round++) {
          const added = Array.from({ length: Math.floor(random() * 14) }, () => ({
            id: ++lastId,
            text: randomText(random)
          }))
          memory.insert(added)
          yield* index.add(added)
          yield* compare()
          memory.remove(new Set(memory.sources().flatMap(({ id }) => (random() < 0.15 ? [id] : []))))
          yield* compare()
          const before = memory.generation()
          yield* index.maintain
          if (memory.generation() > before) rebuilds++
          yield* compare()
        }
      }
      assert.isAbove(rebuilds, 4)
      assert.isAbove(matches, 200)
    })
  )

  it.effect("finds sources that come, and none that go, while a generation is built", () =>
    Effect.gen(function* () {
      const random = makeRandom(99)
      let lastId = 1_000
      let isChanging = false
      const change: () => Effect.Effect<void> = () =>
        Effect.gen(function* () {
          if (!isChanging || lastId === 1_040) return
          isChanging = false
          const added = [{ id: ++lastId, text: randomText(random) }]
          memory.insert(added)
          yield* index.add(added)
          const gone = memory.sources()[Math.floor(random() * memory.sources().length)]
          if (gone !== undefined) memory.remove(new Set([gone.id]))
          isChanging = true
        })
      const memory = makeMemoryStorage(change)
      const index = makeSimilarityIndex(memory.storage, normalize, sizes)
      const first = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, text: randomText(random) }))
      memory.insert(first)
      yield* index.add(first)
      isChanging = true
      yield* index.maintain
      isChanging = false
      assert.isAbove(memory.generation(), 1)
      for (let query = 0; query < 200; query++) {
        const text = randomText(random)
        assert.deepStrictEqual(yield* found(index, text), naiveSearch(memory.sources(), text, normalize), text)
      }
    })
  )

  it.effect("puts many new sources into the posting lists of a new generation only", () =>
    Effect.gen(function* () {
      const random = makeRandom(7)
      const memory = makeMemoryStorage(() => Effect.void)
      const written = new Set<number>()
      const index = makeSimilarityIndex(
        {
          ...memory.storage,
          writePostings: (generation, postings) => {
            written.add(generation)
            return memory.storage.writePostings(generation, postings)
          }
        },
        normalize,
        sizes
      )
      const sources = Array.from({ length: 60 }, (_, id) => ({ id: id + 1, text: randomText(random) }))
      memory.insert(sources)
      yield* index.add(sources)
      yield* index.maintain
      assert.strictEqual(memory.generation(), 2)
      assert.deepStrictEqual([...written], [2])
    })
  )

  it.effect("finds nothing for a text that is longer than 2,000 characters, or empty", () =>
    Effect.gen(function* () {
      const memory = makeMemoryStorage(() => Effect.void)
      const index = makeSimilarityIndex(memory.storage, normalize)
      const long = { id: 1, text: "word ".repeat(401) }
      memory.insert([long])
      yield* index.add([long])
      assert.deepStrictEqual(yield* index.find(long.text), [])
      assert.deepStrictEqual(yield* index.find(""), [])
    })
  )
})
