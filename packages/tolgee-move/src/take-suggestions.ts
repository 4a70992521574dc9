import { suggestionStates } from "@dragoman/domain/suggestion"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { type SourceKey, type SourceSuggestion, SuggestionModel } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** Number of concurrent requests; more of them only reach the rate limit earlier. */
const requestsAtOnce = 4

/** Reads the suggestions for all texts that have some. */
export const readSuggestions = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  keys: ReadonlyArray<SourceKey>
) {
  const sourceIds = new Map([...project.languages].map(([sourceId, ourId]) => [ourId, sourceId]))
  const places = keys.flatMap(({ keyId, translations }) =>
    Object.entries(translations).flatMap(([tag, { totalSuggestionCount, suggestions }]) => {
      const languageId = sourceIds.get(project.languageIdByTag.get(tag) ?? 0)
      const hasSome = (totalSuggestionCount ?? 0) > 0 || (suggestions ?? []).length > 0
      return languageId === undefined || !hasSome ? [] : [{ keyId, languageId }]
    })
  )
  const read = yield* Effect.forEach(
    places,
    ({ keyId, languageId }) =>
      readAllowed(
        move.server,
        `/v2/projects/${project.sourceId}/languages/${languageId}/key/${keyId}/suggestion?sort=id,asc`,
        SuggestionModel
      ),
    { concurrency: requestsAtOnce }
  )
  return { suggestions: read.flatMap((some) => some ?? []), isRejected: read.includes(null) }
})

/** Writes suggestions that are new or have changed, with their times, states and authors. */
export const takeSuggestions = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  people: People,
  {
    suggestions: { suggestions, isRejected },
    keyIds
  }: {
    readonly suggestions: Effect.Success<ReturnType<typeof readSuggestions>>
    /** Ids here of keys at the source. */
    readonly keyIds: ReadonlyMap<number, number>
  },
  report: StepReport
) {
  if (isRejected) report.find("adminOnly", `suggestions in the project ${project.name}`)
  if (suggestions.length === 0) return
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  yield* ensureUsers(
    move,
    people,
    suggestions.map(({ author }) => author),
    report
  )
  const taken = yield* moves.listTaken(
    move.sourceId,
    "suggestion",
    suggestions.map(({ id }) => id)
  )
  const present = yield* rows.existing("key", [...keyIds.values()])
  const fresh = suggestions.flatMap((suggestion) => {
    const keyId = keyIds.get(suggestion.keyId) ?? 0
    const languageId = project.languages.get(suggestion.languageId)
    return taken.has(suggestion.id) || !present.has(keyId) || languageId === undefined
      ? []
      : [{ suggestion, keyId, languageId }]
  })
  const changed = suggestions.filter(
    (suggestion) => taken.has(suggestion.id) && taken.get(suggestion.id)?.digest !== digestOf(contentOf(suggestion))
  )
  const ids = yield* rows.chooseIds(
    "suggestion",
    fresh.map(({ suggestion }) => suggestion.id)
  )
  yield* rows.insert(
    "suggestion",
    fresh.map(({ suggestion, keyId, languageId }, index) => {
      const createdAt = suggestion.createdAt ?? move.now
      return {
        id: ids[index] ?? 0,
        projectId: project.id,
        keyId,
        languageId,
        authorId: people.get(suggestion.author.id) ?? 0,
        ...contentOf(suggestion),
        createdAt,
        updatedAt: suggestion.updatedAt ?? createdAt,
        // Reviewers were notified there.
        announcedAt: createdAt
      }
    })
  )
  yield* rows.update(
    "suggestion",
    changed.map((suggestion) => ({
      id: taken.get(suggestion.id)?.ourId ?? 0,
      ...contentOf(suggestion),
      updatedAt: suggestion.updatedAt ?? move.now
    }))
  )
  const recorded = [
    ...fresh.map(({ suggestion }, index) => ({ suggestion, ourId: ids[index] ?? 0 })),
    ...changed.map((suggestion) => ({ suggestion, ourId: taken.get(suggestion.id)?.ourId ?? 0 }))
  ]
  yield* moves.take(
    move.sourceId,
    "suggestion",
    recorded.map(({ suggestion, ourId }) => ({
      takenId: suggestion.id,
      ourId,
      digest: digestOf(contentOf(suggestion))
    }))
  )
  report.count("suggestion", "added", fresh.length)
  report.count("suggestion", "changed", changed.length)
  report.count("suggestion", "unchanged", suggestions.length - fresh.length - changed.length)
})

const contentOf = ({ translation, state, isPlural }: SourceSuggestion) => ({
  text: translation,
  isPlural: isPlural ?? false,
  state: suggestionStates.find((name) => name === state) ?? ("ACTIVE" as const)
})
