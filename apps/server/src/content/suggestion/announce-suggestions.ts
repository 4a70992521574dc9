import { checkLanguages, computePermission, effectiveScopes } from "@dragoman/domain/permission"
import { suggestionDigestMillis } from "@dragoman/domain/suggestion"
import {
  AccessRepository,
  Database,
  NotificationAudienceRepository,
  type ProjectUserRow,
  SuggestionRepository,
  type UnannouncedSuggestionRow
} from "@dragoman/store"
import { Clock, Effect } from "effect"
import { lockProject } from "../../change/change-project.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Decided suggestions that one round leaves out of the announcements. */
const decidedMax = 10_000

/**
 * Notifies reviewers of new suggestions, in one notification for all of a project, and at most once a day. Whichever server comes
 * first announces them.
 */
export const announceSuggestions = Effect.fn("announceSuggestions")(function* () {
  const repository = yield* SuggestionRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  const announcedBefore = now - suggestionDigestMillis
  yield* database.transaction(repository.skipDecided(decidedMax))
  for (const projectId of yield* repository.listProjectsToAnnounce(announcedBefore)) {
    yield* database
      .transaction(announceProject(projectId, announcedBefore, now))
      // The project was deleted meanwhile.
      .pipe(Effect.catch(() => Effect.void))
  }
})

const announceProject = Effect.fnUntraced(function* (projectId: number, announcedBefore: number, now: number) {
  const repository = yield* SuggestionRepository
  const audience = yield* NotificationAudienceRepository
  const access = yield* AccessRepository
  yield* lockProject(projectId)
  // Again under the lock: another server may have announced them.
  if (!(yield* repository.listProjectsToAnnounce(announcedBefore)).includes(projectId)) return
  const suggestions = yield* repository.listUnannounced(projectId)
  yield* repository.setAnnounced(
    suggestions.map(({ id }) => id),
    now
  )
  const project = yield* audience.findProject(projectId)
  const users = yield* access.listProjectUsers(projectId, yield* audience.listProjectUserIds(projectId))
  const counted = users.flatMap((user) => {
    const concerned = suggestions.filter(
      ({ authorId, languageId }) => authorId !== user.userId && mayReview(user, languageId)
    )
    return concerned.length === 0 ? [] : [{ userId: user.userId, params: paramsOf(concerned) }]
  })
  const alike = Map.groupBy(counted, ({ params }) => JSON.stringify(params))
  for (const group of alike.values()) {
    const [first] = group
    if (first === undefined) continue
    const userIds = group.map(({ userId }) => userId)
    yield* notifyUsers({ type: "SUGGESTIONS_WAITING", params: first.params, userIds, project, actor: null })
  }
})

const paramsOf = (suggestions: ReadonlyArray<UnannouncedSuggestionRow>) => ({
  suggestionCount: suggestions.length,
  languageTags: [...new Set(suggestions.map(({ languageTag }) => languageTag))].sort()
})

/** Whether a user may make a suggestion the reviewed text of a language. */
const mayReview = (user: ProjectUserRow, languageId: number): boolean => {
  const permission = computePermission(user)
  const scopes = effectiveScopes(permission, null)
  return (
    scopes.includes("translations.edit") &&
    scopes.includes("translations.state-edit") &&
    (["translate", "stateChange"] as const).every(
      (operation) => checkLanguages(permission, operation, [languageId]) === null
    )
  )
}
