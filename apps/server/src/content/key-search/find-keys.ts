import { makeTextScore } from "@dragoman/domain/key"
import { KeySearchRepository, type SearchedKeyRow } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { sentAs } from "../../platform/worker/worker-messages.ts"

const FindKeys = Schema.Struct({
  projectId: Schema.Finite,
  baseLanguageId: Schema.NullOr(Schema.Finite),
  languageId: Schema.NullOr(Schema.Finite),
  search: Schema.String,
  offset: Schema.Finite,
  limit: Schema.Finite
})

const FoundKeys = Schema.Struct({ keys: sentAs<ReadonlyArray<SearchedKeyRow>>(), total: Schema.Finite })

/** Keys of one statement. */
const batchKeysMax = 2_000

/** The keys that match a search, the best first, then by id. Reads every key, so it runs in a reading thread. */
export const findKeys = makeReading("findKeys", {
  input: FindKeys,
  result: FoundKeys,
  run: Effect.fn("findKeys")(function* (request) {
    const repository = yield* KeySearchRepository
    const scoreText = makeTextScore(request.search)
    const scoreKey = ({ namespace, name, baseText, text }: SearchedKeyRow) =>
      Math.max(scoreText(name), scoreText(namespace ?? ""), scoreText(baseText ?? ""), scoreText(text ?? ""))
    const end = request.offset + request.limit
    let best: ReadonlyArray<{ readonly key: SearchedKeyRow; readonly score: number }> = []
    let total = 0
    let afterId = 0
    for (;;) {
      const batch = yield* repository.listAfter({ ...request, afterId, limit: batchKeysMax })
      if (batch.length === 0) break
      afterId = batch.at(-1)?.id ?? 0
      const found = batch.map((key) => ({ key, score: scoreKey(key) })).filter(({ score }) => score > 0)
      total += found.length
      // The sort is stable: equal scores stay in the order of ids.
      best = [...best, ...found].sort((left, right) => right.score - left.score).slice(0, end)
    }
    return { keys: best.slice(request.offset).map(({ key }) => key), total }
  })
})
