import type { MyWorkModel } from "@dragoman/api"
import { computePermission, hasScope, type Scope, workLanguages } from "@dragoman/domain/permission"
import { LanguageRepository, MyWorkRepository, type ProjectRow } from "@dragoman/store"
import { Clock, Effect, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import type { UserAccess } from "../../service/access/access.ts"
import { listProjectsOfUser, type UserProjectListQuery } from "../project/project-queries.ts"

const Ids = Schema.Array(Schema.Finite)

/** `suggestionLanguageIds`: languages in which the caller decides about suggestions. */
const CountWork = Schema.Struct({ projectIds: Ids, languageIds: Ids, suggestionLanguageIds: Ids })

const WorkCounts = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ projectId: Schema.Finite, keys: Schema.Finite })),
  texts: Schema.Array(
    Schema.Struct({
      languageId: Schema.Finite,
      translated: Schema.Finite,
      reviewed: Schema.Finite,
      disabled: Schema.Finite,
      outdated: Schema.Finite
    })
  ),
  suggested: Schema.Array(Schema.Struct({ languageId: Schema.Finite, keys: Schema.Finite }))
})

/** Counts the texts of languages by state. Reads every translation of them, so it runs in the reading thread. */
export const countWork = makeReading("countWork", {
  input: CountWork,
  result: WorkCounts,
  run: Effect.fn("countWork")(function* ({ projectIds, languageIds, suggestionLanguageIds }) {
    const work = yield* MyWorkRepository
    return {
      keys: yield* work.countKeys(projectIds),
      texts: yield* work.countTexts(languageIds),
      suggested: yield* work.countSuggested(suggestionLanguageIds)
    }
  })
})

/** An estimate: the number of texts is not known before they are counted. */
const manyTexts = Number.POSITIVE_INFINITY

/** How long a failed job asks for attention. */
const failedJobMillis = 7 * 24 * 60 * 60 * 1_000

const noTexts = { translated: 0, reviewed: 0, disabled: 0, outdated: 0 }

/**
 * Reads a page of the caller's projects with the work that waits in each. The number of statements does not depend on the number of
 * projects, and languages that the caller may not translate or review are never counted.
 */
export const listMyWork = Effect.fn("listMyWork")(function* (access: UserAccess, query: UserProjectListQuery) {
  const languageRepository = yield* LanguageRepository
  const work = yield* MyWorkRepository
  const reading = yield* ReadingThread
  const { rows, page } = yield* listProjectsOfUser(access, query)
  const languages = Map.groupBy(
    yield* languageRepository.listOfProjects(rows.map(({ id }) => id)),
    ({ projectId }) => projectId
  )
  const projects = rows.map((project) => {
    const permission = permissionOf(project, access)
    return { project, permission, languages: workLanguages(permission, languages.get(project.id) ?? []) }
  })
  const idsWith = (scope: Scope) =>
    projects.filter(({ permission }) => hasScope(permission, scope)).map(({ project }) => project.id)
  const own = projects.flatMap((project) => project.languages)
  const counted =
    own.length === 0
      ? { keys: [], texts: [], suggested: [] }
      : yield* reading.read(
          countWork,
          {
            projectIds: projects.filter((project) => project.languages.length > 0).map(({ project }) => project.id),
            languageIds: own.map(({ language }) => language.id),
            suggestionLanguageIds: own.filter(({ mayTranslate }) => mayTranslate).map(({ language }) => language.id)
          },
          manyTexts
        )
  const now = yield* Clock.currentTimeMillis
  const attention = yield* work.countAttention({
    webhooks: idsWith("webhooks.manage"),
    jobs: idsWith("batch-jobs.view"),
    tasks: idsWith("tasks.edit"),
    now,
    jobsSince: now - failedJobMillis
  })
  const keysByProjectId = new Map(counted.keys.map(({ projectId, keys }) => [projectId, keys]))
  const textsByLanguageId = new Map(counted.texts.map((texts) => [texts.languageId, texts]))
  const suggestedByLanguageId = new Map(counted.suggested.map(({ languageId, keys }) => [languageId, keys]))
  const countOf = (projectId: number, kind: (typeof attention)[number]["kind"]) =>
    attention.find((row) => row.projectId === projectId && row.kind === kind)?.count ?? 0

  const models = projects.map(({ project, permission, languages: ofProject }): MyWorkModel => {
    const keyCount = keysByProjectId.get(project.id) ?? 0
    const counts = ofProject.map(({ language, mayTranslate, mayReview }) => {
      const { translated, reviewed, disabled, outdated } = textsByLanguageId.get(language.id) ?? noTexts
      return {
        languageId: language.id,
        languageTag: language.tag,
        mayTranslate,
        mayReview,
        translatedKeyCount: translated,
        reviewedKeyCount: reviewed,
        untranslatedKeyCount: keyCount - translated - reviewed - disabled,
        outdatedKeyCount: outdated,
        suggestedKeyCount: suggestedByLanguageId.get(language.id) ?? 0
      }
    })
    return {
      projectId: project.id,
      projectName: project.name,
      organizationName: project.organization.name,
      baseLanguageTag: project.baseLanguage?.tag ?? null,
      keyCount,
      isReviewing:
        permission.type === "REVIEW" ||
        project.translationProtection === "PROTECT_REVIEWED" ||
        counts.some(({ reviewedKeyCount }) => reviewedKeyCount > 0),
      languages: counts,
      failingWebhookCount: countOf(project.id, "webhook"),
      failedJobCount: countOf(project.id, "job"),
      overdueTaskCount: countOf(project.id, "task")
    }
  })
  return { rows: models, page }
})

const permissionOf = ({ organizationRole, organization, directPermission }: ProjectRow, { caller }: UserAccess) =>
  computePermission({
    organizationRole,
    basePermission: organization.basePermission,
    directPermission,
    serverRole: caller.serverRole
  })
