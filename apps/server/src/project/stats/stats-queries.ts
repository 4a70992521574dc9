import type { ProjectStatsModel } from "@dragoman/api"
import { computeStats, countWords } from "@dragoman/domain/stats"
import { translationStates } from "@dragoman/domain/translation"
import { pluralToSingular } from "@dragoman/formats"
import {
  type ContentPlace,
  Database,
  LabelRepository,
  LanguageRepository,
  type LanguageRow,
  MemberRepository,
  QualityCheckRepository,
  StatsRepository,
  SuggestionRepository,
  TaskRepository,
  TranslationListRepository
} from "@dragoman/store"
import { Effect, Schema } from "effect"
import { readPlace } from "../../change/branch-place.ts"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { SentPlace } from "../../platform/worker/sent-place.ts"
import { sentIf } from "../../platform/worker/worker-messages.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads how complete a branch is, by language: the base language first, then by name. */
export const getProjectStats = Effect.fn("getProjectStats")(function* (
  access: ProjectAccess,
  branch: string | undefined
) {
  const { projectId } = access
  const languageRepository = yield* LanguageRepository
  const lists = yield* TranslationListRepository
  const tasks = yield* TaskRepository
  const reading = yield* ReadingThread
  const languages = (yield* languageRepository.listOfProject(projectId)).toSorted(baseThenName)
  const baseLanguageId = languages.find(({ base }) => base)?.id ?? null
  const place = yield* readPlace(access, branch)
  const texts = (yield* lists.count(place, false)) * languages.length
  const counted = yield* reading.read(countProject, { place, baseLanguageId }, texts)
  const { keyCount, tagCount, states, updatedAt, checks, suggestions, labels } = counted
  const stats = computeStats(keyCount, languages, states)
  const languageById = new Map(languages.map((language) => [language.id, language]))
  const model: ProjectStatsModel = {
    projectId,
    languageCount: languages.length,
    keyCount,
    taskCount: yield* tasks.countOpen(place),
    baseWordsCount: stats.baseWordsCount,
    translatedPercentage: stats.translatedPercentage,
    reviewedPercentage: stats.reviewedPercentage,
    membersCount: access.effectiveScopes.includes("members.view") ? yield* countMembers(projectId) : 0,
    tagCount,
    activeSuggestionCount: suggestions.reduce((total, counts) => total + counts.suggestions, 0),
    qaIssueCount: checks.reduce((total, { issues }) => total + issues, 0),
    qaChecksStaleCount: checks.reduce((total, { stale }) => total + stale, 0),
    languageStats: stats.languages.map((language) => {
      const row = languageById.get(language.languageId)
      const { issues = 0, stale = 0 } = checks.find(({ languageId }) => languageId === language.languageId) ?? {}
      return {
        ...language,
        languageTag: row?.tag ?? "",
        languageName: row?.name ?? "",
        languageOriginalName: row?.originalName ?? null,
        languageFlagEmoji: row?.flagEmoji ?? null,
        translationsUpdatedAt: updatedAt.get(language.languageId) ?? null,
        activeSuggestionCount:
          suggestions.find(({ languageId }) => languageId === language.languageId)?.suggestions ?? 0,
        qaIssueCount: issues,
        qaChecksStaleCount: stale,
        labels: labels
          .filter(({ languageId }) => languageId === language.languageId)
          .map(({ id, name, color, translations }) => ({ id, name, color, translationCount: translations }))
      }
    })
  }
  return model
})

const baseThenName = (left: LanguageRow, right: LanguageRow): number =>
  Number(right.base) - Number(left.base) || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0)

const countMembers = Effect.fnUntraced(function* (projectId: number) {
  const repository = yield* MemberRepository
  const { total } = yield* repository.list({
    projectId,
    search: "",
    ids: null,
    exceptIds: [],
    sort: [{ property: "id", direction: "asc" }],
    limit: 1,
    offset: 0
  })
  return total
})

const millisPerDay = 86_400_000

/** Counts the revisions of each day in UTC; days without any are left out. */
export const getDailyActivity = Effect.fn("getDailyActivity")(function* ({
  projectId
}: ProjectAccess<"activity.view">) {
  const repository = yield* StatsRepository
  const days = yield* repository.listDailyActivity(projectId)
  return Object.fromEntries(
    days.map(({ day, revisions }) => [new Date(day * millisPerDay).toISOString().slice(0, 10), revisions])
  )
})

/** Facts for counting. `baseLanguageId`: the language whose words are counted; null: of none. */
const CountProject = Schema.Struct({ place: SentPlace, baseLanguageId: Schema.NullOr(Schema.Finite) })

const ProjectCounts = Schema.Struct({
  keyCount: Schema.Finite,
  tagCount: Schema.Finite,
  updatedAt: Schema.ReadonlyMap(Schema.Finite, Schema.NullOr(Schema.Finite)),
  states: Schema.Array(
    Schema.Struct({
      languageId: Schema.Finite,
      state: Schema.Literals(translationStates),
      keys: Schema.Finite,
      words: Schema.Finite
    })
  ),
  checks: Schema.Array(Schema.Struct({ languageId: Schema.Finite, issues: Schema.Finite, stale: Schema.Finite })),
  suggestions: Schema.Array(Schema.Struct({ languageId: Schema.Finite, suggestions: Schema.Finite })),
  labels: Schema.Array(
    Schema.Struct({
      languageId: Schema.Finite,
      id: Schema.Finite,
      name: Schema.String,
      color: Schema.String,
      translations: Schema.Finite
    })
  )
})

const batchTextsMax = 2_000

/**
 * Counts keys and words by language and state. The words of a base text are counted on the first request and stored with
 * the text. Reads every translation, so it runs in the reading thread.
 */
export const countProject = makeReading("countProject", {
  input: CountProject,
  result: sentIf(Schema.is(ProjectCounts)),
  run: Effect.fn("countProject")(function* ({ place, baseLanguageId }) {
    const repository = yield* StatsRepository
    const checks = yield* QualityCheckRepository
    const suggestions = yield* SuggestionRepository
    if (baseLanguageId !== null) yield* countBaseWords(place, baseLanguageId)
    const counted = yield* repository.count(place, baseLanguageId)
    const labels = yield* LabelRepository
    return {
      ...counted,
      checks: yield* checks.countOfLanguages(place),
      suggestions: yield* suggestions.countOfLanguages(place),
      labels: yield* labels.countOfLanguages(place)
    }
  })
})

/** Counts the words of base texts that were written since, and stores them with the texts. */
export const countBaseWords = Effect.fnUntraced(function* (place: ContentPlace, baseLanguageId: number) {
  const repository = yield* StatsRepository
  const database = yield* Database
  let afterId = 0
  for (;;) {
    const batch = yield* repository.listUncounted(place, baseLanguageId, afterId, batchTextsMax)
    if (batch.length === 0) return
    afterId = batch.at(-1)?.translationId ?? 0
    const counted = batch.map(({ translationId, text, isPlural }) => ({
      translationId,
      text,
      words: countWords((isPlural ? pluralToSingular(text).text : text) ?? "")
    }))
    yield* database.transaction(repository.saveWordCounts(place.projectId, counted))
  }
})
