import { countWords } from "@dragoman/domain/stats"
import { pluralToSingular } from "@dragoman/formats"
import { Database, type ProjectCounts, StatsRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { sentAs } from "../../platform/worker/worker-messages.ts"

/** `baseLanguageId`: whose words count; null: none. */
const CountProject = Schema.Struct({ projectId: Schema.Finite, baseLanguageId: Schema.NullOr(Schema.Finite) })

const pieceTextsMax = 2_000

/**
 * Counts keys and words by language and state. Words of base texts are counted when they are asked for, and kept with the
 * texts. Looks at every translation: runs in the reading thread.
 */
export const countProject = makeReading("countProject", {
  input: CountProject,
  result: sentAs<ProjectCounts>(),
  run: Effect.fn("countProject")(function* ({ projectId, baseLanguageId }) {
    const repository = yield* StatsRepository
    if (baseLanguageId !== null) yield* countBaseWords(projectId, baseLanguageId)
    return yield* repository.count(projectId, baseLanguageId)
  })
})

const countBaseWords = Effect.fnUntraced(function* (projectId: number, baseLanguageId: number) {
  const repository = yield* StatsRepository
  const database = yield* Database
  let afterId = 0
  for (;;) {
    const piece = yield* repository.listUncounted(projectId, baseLanguageId, afterId, pieceTextsMax)
    if (piece.length === 0) return
    afterId = piece.at(-1)?.translationId ?? 0
    const counted = piece.map(({ translationId, text, isPlural }) => ({
      translationId,
      text,
      words: countWords((isPlural ? pluralToSingular(text).text : text) ?? "")
    }))
    yield* database.transaction(repository.saveWordCounts(counted))
  }
})
