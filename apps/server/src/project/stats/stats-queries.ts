import type { ProjectStatsModel } from "@dragoman/api"
import { computeStats } from "@dragoman/domain/stats"
import {
  LanguageRepository,
  type LanguageRow,
  MemberRepository,
  StatsRepository,
  TranslationListRepository
} from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { countProject } from "./count-project.ts"

/** How complete the project is, by language: the base language first, then by name. */
export const getProjectStats = Effect.fn("getProjectStats")(function* (access: ProjectAccess) {
  const { projectId } = access
  const languageRepository = yield* LanguageRepository
  const lists = yield* TranslationListRepository
  const reading = yield* ReadingThread
  const languages = (yield* languageRepository.listOfProject(projectId)).toSorted(baseThenName)
  const baseLanguageId = languages.find(({ base }) => base)?.id ?? null
  const texts = (yield* lists.count(projectId, false)) * languages.length
  const { keyCount, tagCount, states, updatedAt } = yield* reading.read(
    countProject,
    { projectId, baseLanguageId },
    texts
  )
  const stats = computeStats(keyCount, languages, states)
  const languageById = new Map(languages.map((language) => [language.id, language]))
  const model: ProjectStatsModel = {
    projectId,
    languageCount: languages.length,
    keyCount,
    taskCount: 0,
    baseWordsCount: stats.baseWordsCount,
    translatedPercentage: stats.translatedPercentage,
    reviewedPercentage: stats.reviewedPercentage,
    membersCount: access.effectiveScopes.includes("members.view") ? yield* countMembers(projectId) : 0,
    tagCount,
    languageStats: stats.languages.map((language) => {
      const row = languageById.get(language.languageId)
      return {
        ...language,
        languageTag: row?.tag ?? "",
        languageName: row?.name ?? "",
        languageOriginalName: row?.originalName ?? null,
        languageFlagEmoji: row?.flagEmoji ?? null,
        translationsUpdatedAt: updatedAt.get(language.languageId) ?? null
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

/** The number of revisions of each day in UTC; days without any are left out. */
export const getDailyActivity = Effect.fn("getDailyActivity")(function* ({
  projectId
}: ProjectAccess<"activity.view">) {
  const repository = yield* StatsRepository
  const days = yield* repository.listDailyActivity(projectId)
  return Object.fromEntries(
    days.map(({ day, revisions }) => [new Date(day * millisPerDay).toISOString().slice(0, 10), revisions])
  )
})
