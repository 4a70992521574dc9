import type { MarkSeenBody, NotificationSettingBody } from "@dragoman/api"
import {
  defaultNotificationSettings,
  type NotificationChannel,
  type NotificationGroup,
  notificationKinds,
  notificationLifetimeMillis,
  notificationsMax,
  notificationTypes,
  validateNotificationGroup
} from "@dragoman/domain/notification"
import { Database, NotificationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { failWith, orFail } from "../../platform/fail.ts"
import type { PublicAccess, UserAccess } from "../../service/access/access.ts"
import { ServerSecret } from "../../service/access/access-token.ts"
import { NotificationSignal } from "../../service/notification/notification-signal.ts"
import { readUnsubscribeToken } from "../../service/notification/unsubscribe-link.ts"

/** Marks notifications of the caller as seen; without ids all of them. Ids of others are ignored. */
export const markNotificationsSeen = Effect.fn("markNotificationsSeen")(function* (
  { caller }: UserAccess,
  body: MarkSeenBody | null
) {
  const repository = yield* NotificationRepository
  const database = yield* Database
  const signal = yield* NotificationSignal
  const { userId } = caller
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(
    Effect.gen(function* () {
      const marked = yield* repository.markSeen(userId, body?.notificationIds ?? null, now)
      if (marked > 0) yield* database.afterCommit(signal.publish([{ userId, notificationId: null }]))
    })
  )
})

/** Switches a channel of a group on or off for the caller; not for the security of the account. */
export const setNotificationSetting = Effect.fn("setNotificationSetting")(function* (
  { caller }: UserAccess,
  { group, channel, enabled }: NotificationSettingBody
) {
  const database = yield* Database
  yield* database.transaction(
    changeSetting(caller.userId, yield* orFail(validateNotificationGroup(group)), channel, enabled)
  )
})

/**
 * Turns mails of a group off for the user to whom the link was mailed. May be repeated. Fails for a link that this server
 * has not made; of a deleted account nothing changes.
 */
export const unsubscribe = Effect.fn("unsubscribe")(function* (_access: PublicAccess, token: string) {
  const users = yield* UserRepository
  const database = yield* Database
  const link = readUnsubscribeToken(yield* ServerSecret, token)
  if (link === null) return yield* failWith("unsubscribe_link_not_valid")
  const { userId, group } = link
  yield* database.transaction(
    Effect.gen(function* () {
      const [lockedId] = yield* users.lock([userId])
      if (lockedId !== undefined) yield* changeSetting(userId, group, "EMAIL", false)
    })
  )
})

const changeSetting = Effect.fnUntraced(function* (
  userId: number,
  group: NotificationGroup,
  channel: NotificationChannel,
  enabled: boolean
) {
  const repository = yield* NotificationRepository
  const users = yield* UserRepository
  // Two changes of one user at once would each keep the other channel as it was.
  yield* users.lock([userId])
  const rows = yield* repository.listSettings(userId)
  const { inApp, email } = rows.find(({ groupName }) => groupName === group) ?? defaultNotificationSettings[group]
  const setting = channel === "IN_APP" ? { inApp: enabled, email } : { inApp, email: enabled }
  yield* repository.saveSetting(userId, { groupName: group, ...setting })
  if (setting.email) return
  // Mails that wait to become one would come although they are off.
  const types = notificationTypes.filter((type) => notificationKinds[type].group === group)
  yield* repository.endWaiting(yield* repository.listWaiting(userId, types))
})

/** Users with notifications since then can have too many of them: more than the time between two rounds. */
const notifiedMillis = 3 * 60 * 60 * 1_000

/** Erases notifications that are older than 90 days, and of each user all but the newest 1,000. */
export const eraseOldNotifications = Effect.fn("eraseOldNotifications")(function* () {
  const repository = yield* NotificationRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(
    repository.eraseOld(now - notificationLifetimeMillis, notificationsMax, now - notifiedMillis)
  )
})
