import { LanguageRepository, type LanguageRow, StatsRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"

const TextCounts = Schema.Struct({
  projectId: Schema.Finite,
  keyCount: Schema.Finite,
  languages: Schema.Array(
    Schema.Struct({
      projectId: Schema.Finite,
      languageId: Schema.Finite,
      translated: Schema.Finite,
      reviewed: Schema.Finite
    })
  )
})

/** Counts the texts of projects by language and state. Reads every translation, so it runs in the reading thread. */
export const countTextsOfProjects = makeReading("countTextsOfProjects", {
  input: Schema.Array(Schema.Finite),
  result: Schema.Array(TextCounts),
  run: Effect.fn("countTextsOfProjects")(function* (projectIds) {
    const repository = yield* StatsRepository
    return yield* repository.countTexts(projectIds)
  })
})

/** An estimate: the number of texts is not known before they are counted. */
const manyTexts = Number.POSITIVE_INFINITY

/**
 * Reads languages and counts of texts by project id, for a page of projects; three statements for any number of them.
 */
export const listProjectStats = Effect.fn("listProjectStats")(function* (projectIds: ReadonlyArray<number>) {
  if (projectIds.length === 0) return new Map<number, never>()
  const languageRepository = yield* LanguageRepository
  const reading = yield* ReadingThread
  const languages = Map.groupBy(yield* languageRepository.listOfProjects(projectIds), ({ projectId }) => projectId)
  const counts = yield* reading.read(countTextsOfProjects, projectIds, manyTexts)
  const countsByProjectId = new Map(counts.map((row) => [row.projectId, row]))
  return new Map(
    projectIds.map((projectId) => {
      const { keyCount = 0, languages: texts = [] } = countsByProjectId.get(projectId) ?? {}
      const ofProject: ReadonlyArray<LanguageRow> = languages.get(projectId) ?? []
      return [projectId, { languages: ofProject, keyCount, texts }]
    })
  )
})
