import { PeriodicWorkRepository } from "@dragoman/store"
import { layerTestSqlite } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { checkRows } from "./check-rows.ts"

/** A table with ids from 1. */
const tableSize = 150_500

layer(PeriodicWorkRepository.layer.pipe(Layer.provideMerge(layerTestSqlite)))(
  "checking the rows of a large table",
  (it) => {
    it.effect("takes several rounds, each behind the one before, and then begins again", () =>
      Effect.gen(function* () {
        const erased: Array<number> = []
        const round = Effect.gen(function* () {
          let [first, count] = [0, 0]
          yield* checkRows(
            "image_check",
            (afterId, limit) =>
              Effect.sync(() => {
                const lastId = Math.min(tableSize, afterId + limit)
                first = first === 0 ? afterId + 1 : first
                count += lastId - afterId
                return afterId === tableSize ? { ids: [], lastId: null } : { ids: [lastId], lastId }
              }),
            (ids) => Effect.sync(() => void erased.push(...ids))
          )
          return { first, count }
        })
        assert.deepStrictEqual(yield* round, { first: 1, count: 100_000 })
        assert.deepStrictEqual(yield* round, { first: 100_001, count: 50_500 })
        assert.strictEqual(erased.length, 151)
        assert.deepStrictEqual(yield* round, { first: 1, count: 100_000 })
      })
    )
  }
)
