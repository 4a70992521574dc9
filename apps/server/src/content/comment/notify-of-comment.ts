import { findMentions } from "@dragoman/domain/comment"
import { computePermission, effectiveScopes, includesLanguage } from "@dragoman/domain/permission"
import {
  AccessRepository,
  KeyRepository,
  LanguageRepository,
  NotificationAudienceRepository,
  type ProjectUserRow,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../service/access/access.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Number of authors of earlier comments who are notified of a new one; the latest ones. */
const authorsMax = 50

/** A comment that was written or edited. `before`: its text before; null: it is new. */
export interface WrittenComment {
  readonly id: number
  readonly translation: TranslationRow
  readonly text: string
  readonly before: string | null
}

/**
 * Notifies the users whom a comment mentions, and of a new one the users who have commented on the same translation;
 * only those who may view the text. An edit notifies no user whom the comment mentioned before. Belongs into the
 * transaction of the comment.
 */
export const notifyOfComment = Effect.fn("notifyOfComment")(function* (
  { caller, projectId }: ProjectAccess,
  { id, translation, text, before }: WrittenComment
) {
  const audience = yield* NotificationAudienceRepository
  const mentioned = yield* mentionedUserIds(projectId, text)
  const earlier = before === null ? new Set<number>() : new Set(yield* mentionedUserIds(projectId, before))
  const authors = before === null ? yield* audience.listCommentAuthorIds(translation.id, authorsMax) : []
  const viewers = yield* listViewers(projectId, translation.languageId, [...mentioned, ...authors])
  const viewerIds = new Set(viewers.map(({ userId }) => userId))
  const memberIds = new Set(viewers.filter(isMember).map(({ userId }) => userId))
  const mentionedViewers = mentioned.filter((userId) => memberIds.has(userId) && !earlier.has(userId))
  const otherAuthors = authors.filter((userId) => viewerIds.has(userId) && !mentioned.includes(userId))
  const isAnyTold = [...mentionedViewers, ...otherAuthors].some((userId) => userId !== caller.userId)
  const project = isAnyTold ? yield* audience.findProject(projectId) : null
  if (project === null) return
  const told = {
    params: yield* placeOf(projectId, translation, id),
    project,
    actor: { userId: caller.userId, name: caller.name }
  }
  yield* notifyUsers({ type: "COMMENT_MENTIONED", ...told, userIds: mentionedViewers })
  yield* notifyUsers({ type: "COMMENT_ADDED", ...told, userIds: otherAuthors })
})

const mentionedUserIds = Effect.fnUntraced(function* (projectId: number, text: string) {
  const audience = yield* NotificationAudienceRepository
  const { userIds, usernames } = findMentions(text)
  return [...new Set([...userIds, ...(yield* audience.findProjectUserIds(projectId, usernames))])]
})

/** Selects the users who may view texts in a language of the project. */
const listViewers = Effect.fnUntraced(function* (
  projectId: number,
  languageId: number,
  userIds: ReadonlyArray<number>
) {
  const access = yield* AccessRepository
  if (userIds.length === 0) return []
  const users = yield* access.listProjectUsers(projectId, [...new Set(userIds)])
  return users.filter((user) => mayView(user, languageId))
})

/** Server administrators see every project, and are not members of all. */
const isMember = ({ organizationRole, directPermission }: ProjectUserRow): boolean =>
  organizationRole !== null || directPermission !== null

/** Whether a user may view texts in a language; null: in any. */
export const mayView = (user: ProjectUserRow, languageId: number | null): boolean => {
  if (user.disabledAt !== null || user.deletedAt !== null) return false
  const permission = computePermission(user)
  const isLimited = languageId !== null && !includesLanguage(permission.viewLanguageIds, languageId)
  return effectiveScopes(permission, null).includes("translations.view") && !isLimited
}

const placeOf = Effect.fnUntraced(function* (projectId: number, translation: TranslationRow, commentId: number) {
  const keys = yield* KeyRepository
  const languages = yield* LanguageRepository
  const [key] = yield* keys.find(projectId, [translation.keyId])
  const language = (yield* languages.listOfProject(projectId)).find(({ id }) => id === translation.languageId)
  return {
    keyId: translation.keyId,
    keyName: key?.name ?? "",
    languageTag: language?.tag ?? "",
    translationId: translation.id,
    commentId
  }
})
