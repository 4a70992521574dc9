import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import { isSwitchable, type NotificationGroup, notificationGroups } from "./notification-kind.ts"

const dayMillis = 24 * 60 * 60 * 1000

/** Older notifications are erased. */
export const notificationLifetimeMillis = 90 * dayMillis

/** The limit for one user; the oldest ones beyond it are erased. */
export const notificationsMax = 1_000

/** Work that takes at least this long tells its user when it is over: most users look elsewhere by then. */
const longWorkMillis = 5_000

/** Times are epoch milliseconds. */
export const isLongWork = (startedAt: number, endedAt: number): boolean => endedAt - startedAt >= longWorkMillis

/** How long before its end a key is announced. Keys with a shorter life are not: their owner knows. */
export const expiryNoticeMillis = 7 * dayMillis

/** How long before its due date a task is announced. */
export const taskNoticeMillis = dayMillis

/** A browser that was not used for this time is unknown again. */
export const knownBrowserMillis = 365 * dayMillis

/** The limit for one user; the one that was used longest ago is forgotten. */
export const knownBrowsersMax = 50

/** Selects the receivers of a notification: each user once, and not the one who caused it. */
export const recipientsOf = (userIds: Iterable<number>, actorId: number | null): ReadonlyArray<number> =>
  [...new Set(userIds)].filter((userId) => userId !== actorId).toSorted((one, other) => one - other)

/** Fails for a group whose settings are the same for all. The code is a sentence: clients of Tolgee know it so. */
export const validateNotificationGroup = (group: NotificationGroup): Validated<NotificationGroup> =>
  isSwitchable(group) ? valid(group) : invalid(domainError("Account security settings cannot be changed."))

/** The end of a page, after which the next one begins. */
export interface NotificationCursor {
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly id: number
}

export const printNotificationCursor = ({ createdAt, id }: NotificationCursor): string => `${createdAt}-${id}`

/** 400 for a text that is no cursor. */
export const parseNotificationCursor = (text: string): Validated<NotificationCursor> => {
  const [, createdAt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return createdAt === undefined || id === undefined
    ? invalid(domainError("wrong_param_type", ["cursor"]))
    : valid({ createdAt: Number(createdAt), id: Number(id) })
}

/** Returns the text that the signature of a link that turns mails off covers. */
export const signedUnsubscribeText = (userId: number, group: NotificationGroup): string => `${userId}.${group}`

/** The user and the group of such a link, not checked yet; null: it is none. */
export const parseUnsubscribeToken = (
  token: string
): { readonly userId: number; readonly group: NotificationGroup; readonly signature: string } | null => {
  const [, userId, name, signature] = /^(\d{1,15})\.([A-Z_]{1,40})\.([\w-]{43})$/.exec(token) ?? []
  const group = notificationGroups.find((known) => known === name)
  return userId === undefined || group === undefined || signature === undefined || !isSwitchable(group)
    ? null
    : { userId: Number(userId), group, signature }
}
