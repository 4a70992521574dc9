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

const pieceKeysMax = 2_000

/** The keys that answer a search best, then by id. Looks at every key: runs in the reading thread. */
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
      const piece = yield* repository.listAfter({ ...request, afterId, limit: pieceKeysMax })
      if (piece.length === 0) break
      afterId = piece.at(-1)?.id ?? 0
      const found = piece.map((key) => ({ key, score: scoreKey(key) })).filter(({ score }) => score > 0)
      total += found.length
      // Sorting keeps the order of equal scores, which is that of the ids. No more is kept than can be shown.
      best = [...best, ...found].sort((left, right) => right.score - left.score).slice(0, end)
    }
    return { keys: best.slice(request.offset).map(({ key }) => key), total }
  })
})
