import { notificationPath } from "@dragoman/domain/notification"
import { useRouter } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import type { NotificationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./notification-list.module.css"
import { markSeen } from "./notification-queries.ts"
import { notificationSentence } from "./notification-sentence.ts"

interface NotificationListProps {
  readonly notifications: ReadonlyArray<NotificationModel>
  /** After one was opened. */
  readonly onOpen?: () => void
}

/** Notifications, each a link to its place; opening one marks it as seen. */
export const NotificationList = ({ notifications, onOpen }: NotificationListProps) => {
  const t = useText()
  const { history } = useRouter()
  const open = (event: MouseEvent, { id, seen }: NotificationModel, path: string) => {
    // It stays unseen only if the request fails, and the list says so.
    if (!seen) void markSeen([id]).catch(() => {})
    // Another tab or window: as with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen?.()
    history.push(path)
  }
  return (
    <ul className={styles["list"]}>
      {notifications.map((notification) => {
        const path = notificationPath(notification as Parameters<typeof notificationPath>[0])
        return (
          <li key={notification.id}>
            <a
              href={path}
              className={styles["entry"]}
              data-unseen={notification.seen ? undefined : ""}
              onClick={(event) => open(event, notification, path)}
            >
              {!notification.seen && <span className="visually-hidden">{t("notification.unseen")}: </span>}
              <span className={styles["sentence"]}>{notificationSentence(notification, t)}</span>
              <span className={styles["time"]}>
                <Time at={notification.createdAt} />
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
