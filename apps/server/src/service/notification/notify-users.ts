import {
  composeNotificationMail,
  defaultNotificationSettings,
  mailTime,
  type NotificationContent,
  notificationKinds,
  recipientsOf
} from "@dragoman/domain/notification"
import { computePermission } from "@dragoman/domain/permission"
import { isEmailAddress } from "@dragoman/domain/validation"
import { AccessRepository, Database, MailRepository, NotificationRepository, type RecipientRow } from "@dragoman/store"
import { Clock, Context, Effect, Layer } from "effect"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { ServerSecret } from "../access/access-token.ts"
import { NotificationSignal } from "./notification-signal.ts"
import { mailLinks } from "./unsubscribe-link.ts"

/** An event about which users are notified. */
export type UserNotification = NotificationContent & {
  /** Recipients. Disabled and deleted users, those who may not see the project, and the actor get nothing. */
  readonly userIds: Iterable<number>
  /** Project of the event; null: none. */
  readonly project: { readonly id: number; readonly name: string } | null
  /** Absent: it is about no task. */
  readonly taskId?: number
  /** The user who caused it; null: the server, or the recipient. */
  readonly actor: { readonly userId: number; readonly name: string } | null
}

/** Makes notifications in the transaction of their event. */
export class Notifier extends Context.Service<
  Notifier,
  { readonly notify: (notification: UserNotification) => Effect.Effect<void> }
>()("@dragoman/server/service/notification/Notifier") {
  static readonly layer = Layer.effect(
    Notifier,
    Effect.gen(function* () {
      const notifications = yield* NotificationRepository
      const mails = yield* MailRepository
      const access = yield* AccessRepository
      const database = yield* Database
      const signal = yield* NotificationSignal
      const secret = yield* ServerSecret
      const settings = yield* Settings
      const address = linkAddress(settings)

      const thoseWhoSee = Effect.fnUntraced(function* (projectId: number, userIds: ReadonlyArray<number>) {
        const users = yield* access.listProjectUsers(projectId, userIds)
        return users.filter((user) => computePermission(user).scopes.length > 0).map(({ userId }) => userId)
      })

      const notify = Effect.fn("Notifier.notify")(function* (notification: UserNotification) {
        const { type, params, project, actor } = notification
        const { group } = notificationKinds[type]
        const meant = recipientsOf(notification.userIds, actor?.userId ?? null)
        const userIds = project === null ? meant : yield* thoseWhoSee(project.id, meant)
        const recipients = yield* notifications.listRecipients(userIds, group, type)
        const now = yield* Clock.currentTimeMillis
        const planned = recipients.map((recipient) => ({
          recipient,
          inApp: recipient.inApp ?? defaultNotificationSettings[group].inApp,
          /** Time of the mail in epoch milliseconds; null: no mail. */
          mailAt:
            isMailed(recipient, group) && settings.smtp !== null ? mailTime(group, recipient.lastMailedAt, now) : null
        }))
        const rows = planned
          // A mail that is sent at once needs no row.
          .filter(({ inApp, mailAt }) => inApp || (mailAt !== null && mailAt > now))
          .map(({ recipient: { userId }, inApp, mailAt }) => ({
            userId,
            type,
            projectId: project?.id ?? null,
            originatingUserId: actor?.userId ?? null,
            taskId: notification.taskId ?? null,
            params,
            inApp,
            mailDueAt: mailAt === now ? null : mailAt,
            createdAt: now
          }))
        const inserted = yield* notifications.insertAll(rows)
        const mailed = planned.filter(({ mailAt }) => mailAt === now)
        for (const { recipient } of mailed) {
          const links = mailLinks(secret, address, recipient.userId, group)
          const named = { ...notification, actorName: actor?.name ?? null }
          yield* mails.enqueue(recipient.username, composeNotificationMail([named], links), now)
        }
        yield* notifications.setMailed(
          mailed.map(({ recipient }) => recipient.userId),
          type,
          now
        )
        const shown = new Set(planned.flatMap(({ recipient, inApp }) => (inApp ? [recipient.userId] : [])))
        const changes = inserted.flatMap(({ id, userId }) =>
          shown.has(userId) ? [{ userId, notificationId: id }] : []
        )
        if (changes.length > 0) yield* database.afterCommit(signal.publish(changes))
      })
      return Notifier.of({ notify })
    })
  )
}

/** A user name that is no mail address, or not verified, gets no mail. */
const isMailed = (
  { username, emailVerified, email }: RecipientRow,
  group: (typeof notificationKinds)[keyof typeof notificationKinds]["group"]
): boolean => emailVerified && isEmailAddress(username) && (email ?? defaultNotificationSettings[group].email)

/**
 * Notifies users of an event, by their settings: in the console and by mail, never of their own action. Belongs into
 * the transaction of the event.
 */
export const notifyUsers = (notification: UserNotification): Effect.Effect<void, never, Notifier> =>
  Effect.flatMap(Notifier, (notifier) => notifier.notify(notification))
