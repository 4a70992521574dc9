import { type ComposedMail, composeMail } from "../mail/compose-mail.ts"
import { printMailReader } from "./mail-reader.ts"
import { isSwitchable, type NotificationGroup, notificationKinds } from "./notification-kind.ts"
import {
  type NamedNotification,
  notificationPath,
  notificationSentence,
  notificationSubjects
} from "./notification-text.ts"

/** After a mail about a type, others about the same type wait for this time, and become one. */
export const digestMillis = 60 * 60 * 1000

/** Sentences of one mail; the console shows the others. */
const sentencesMax = 20

/**
 * When a notification is mailed: at once, or together with others. Epoch milliseconds. `lastMailedAt`: of the last mail
 * about the same type to the same user; null: there was none.
 */
export const mailTime = (group: NotificationGroup, lastMailedAt: number | null, now: number): number =>
  group === "ACCOUNT_SECURITY" || lastMailedAt === null ? now : Math.max(now, lastMailedAt + digestMillis)

/** Links of a mail to one user. */
export interface NotificationMailLinks {
  readonly userId: number
  /** Start of links into the console, without a slash at the end. */
  readonly address: string
  /** Page that turns mails of the group off, and the address for one click; null: they cannot be turned off. */
  readonly unsubscribe: { readonly page: string; readonly oneClick: string } | null
}

/** The subject of a group's mails, after "mails about". */
const groupWords: Readonly<Record<NotificationGroup, string>> = {
  ACCOUNT_SECURITY: "the security of your account",
  TASKS: "tasks",
  COMMENTS: "comments and suggestions",
  JOBS: "imports, exports and batch jobs",
  PROJECTS: "projects and access"
}

/** A mail about at least one notification, all of the same type. */
export const composeNotificationMail = (
  notifications: readonly [NamedNotification, ...ReadonlyArray<NamedNotification>],
  { userId, address, unsubscribe }: NotificationMailLinks
): ComposedMail => {
  const [first] = notifications
  const isDigest = notifications.length > 1
  const subject = notificationSubjects[first.type]
  const { group } = notificationKinds[first.type]
  const left = notifications.length - sentencesMax
  const path = isDigest ? "/account/notifications" : notificationPath(first)
  const projectIds = [...new Set(notifications.flatMap(({ project }) => (project === null ? [] : [project.id])))]
  const reader = printMailReader({ userId, projectIds })
  const mail = composeMail({
    subject: isDigest ? `${subject} (${notifications.length})` : subject,
    paragraphs: [
      ...notifications.slice(0, sentencesMax).map(notificationSentence),
      ...(left > 0 ? [`And ${left} more.`] : []),
      ...(isSwitchable(group) ? [] : ["If it was not you, change your password and tell your administrator."])
    ],
    link: { label: isDigest ? "Show all notifications" : "Show it", url: `${address}${path}` },
    reason: reasonOf(group, unsubscribe)
  })
  return unsubscribe === null
    ? { ...mail, headers: reader }
    : {
        ...mail,
        // RFC 8058: mail programs turn the mails off with one click, by a POST to this address.
        headers: {
          ...reader,
          "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
        }
      }
}

const reasonOf = (group: NotificationGroup, unsubscribe: NotificationMailLinks["unsubscribe"]): string => {
  const why = `You get mails about ${groupWords[group]} because you have an account on this server.`
  if (!isSwitchable(group)) return `${why} They cannot be turned off.`
  return unsubscribe === null
    ? `${why} Turn them off in the settings of your notifications.`
    : `${why} Turn them off: ${unsubscribe.page}`
}
