import { composeNotificationMail, type NotificationType, notificationKinds } from "@dragoman/domain/notification"
import { isEmailAddress } from "@dragoman/domain/validation"
import { Database, type DueMailRow, MailRepository, NotificationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { ServerSecret } from "../../service/access/access-token.ts"
import { toNamedNotification } from "../../service/notification/notification-shapes.ts"
import { mailLinks } from "../../service/notification/unsubscribe-link.ts"

/** Users per transaction. */
const usersMax = 50

/**
 * Mails notifications that waited for others of their type: one mail for each user and type. Those that were seen meanwhile
 * are left out. Several servers may do this at once: each takes the users that it has locked.
 */
export const sendDigests = Effect.fn("sendDigests")(function* () {
  const repository = yield* NotificationRepository
  const database = yield* Database
  for (;;) {
    const userIds = yield* repository.listUsersWithDueMails(yield* Clock.currentTimeMillis, usersMax)
    if (userIds.length === 0) return
    yield* database.transaction(mailDue(userIds))
  }
})

const mailDue = Effect.fnUntraced(function* (userIds: ReadonlyArray<number>) {
  const repository = yield* NotificationRepository
  const users = yield* UserRepository
  const mails = yield* MailRepository
  const secret = yield* ServerSecret
  const settings = yield* Settings
  yield* users.lock(userIds)
  const now = yield* Clock.currentTimeMillis
  const due = yield* repository.listDueMails(userIds, now)
  const mailed = settings.smtp === null ? [] : due.filter(isWanted)
  for (const rows of Map.groupBy(mailed, ({ userId, type }) => `${userId} ${type}`).values()) {
    const [first, ...others] = rows
    if (first === undefined) continue
    const links = mailLinks(secret, linkAddress(settings), first.userId, notificationKinds[first.type].group)
    const mail = composeNotificationMail([toNamedNotification(first), ...others.map(toNamedNotification)], links)
    yield* mails.enqueue(first.username, mail, now)
  }
  const rowsByType = Map.groupBy(mailed, ({ type }) => type)
  yield* Effect.forEach(rowsByType, ([type, rows]) => setMailed(type, rows, now), { discard: true })
  yield* repository.endWaiting(due.map(({ id }) => id))
})

const setMailed = (type: NotificationType, rows: ReadonlyArray<DueMailRow>, now: number) =>
  Effect.flatMap(NotificationRepository, (repository) =>
    repository.setMailed([...new Set(rows.map(({ userId }) => userId))], type, now)
  )

/** An account that was deleted meanwhile has lost its notifications. A mail names no project or task that the user has left. */
const isWanted = ({ seenAt, disabledAt, emailVerified, username, ...row }: DueMailRow): boolean =>
  seenAt === null &&
  disabledAt === null &&
  emailVerified &&
  isEmailAddress(username) &&
  (row.aboutProjectId === null || row.projectId !== null) &&
  (row.aboutTaskId === null || row.taskId !== null)
