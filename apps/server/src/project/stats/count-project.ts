import { countWords } from "@dragoman/domain/stats"
import { pluralToSingular } from "@dragoman/formats"
import { Database, type ProjectCounts, StatsRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { sentAs } from "../../platform/worker/worker-messages.ts"

/** `baseLanguageId`: the language whose words are counted; null: of none. */
const CountProject = Schema.Struct({ projectId: Schema.Finite, baseLanguageId: Schema.NullOr(Schema.Finite) })

const batchTextsMax = 2_000

/**
 * Counts keys and words by language and state. The words of a base text are counted on the first request and stored with
 * the text. Reads every translation, so it runs in the reading thread.
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
    const batch = yield* repository.listUncounted(projectId, baseLanguageId, afterId, batchTextsMax)
    if (batch.length === 0) return
    afterId = batch.at(-1)?.translationId ?? 0
    const counted = batch.map(({ translationId, text, isPlural }) => ({
      translationId,
      text,
      words: countWords((isPlural ? pluralToSingular(text).text : text) ?? "")
    }))
    yield* database.transaction(repository.saveWordCounts(counted))
  }
})
