import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Bell } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Dialog, Heading, Popover } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { userQuery } from "../../feature/session/session.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import styles from "./notification-bell.module.css"
import { NotificationList } from "./notification-list.tsx"
import { markSeen, notificationsQuery, unseenQuery } from "./notification-queries.ts"
import { unseenLabel } from "./unseen-label.ts"
import { useLiveNotifications } from "./use-live-notifications.ts"

/** Notifications that the popover shows. */
const shownMax = 8

/** Delay of the first request: the content of the screen comes first. */
const laterMillis = 1_500

/** Returns true a while after the start. */
const useLater = (): boolean => {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMillis)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/** Shows the number of my unseen notifications, and the latest ones. */
export const NotificationBell = () => {
  const t = useText()
  // Gone for a moment while the page is left after a logout.
  const { data: user } = useQuery(userQuery)
  // A `DialogTrigger` would bring the menus of the library into every dialog of the console.
  const place = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isLater = useLater()
  const id = isLater ? (user?.id ?? null) : null
  const { data: count = 0 } = useQuery({ ...unseenQuery, enabled: id !== null })
  const { badge, name } = unseenLabel(count, t)
  useLiveNotifications(id)
  return (
    <>
      <span ref={place}>
        <Button
          kind="quiet"
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          <span className={styles["bell"]}>
            <Bell aria-hidden />
            {count > 0 && (
              <span className={styles["count"]} aria-hidden>
                {badge}
              </span>
            )}
          </span>
        </Button>
      </span>
      <Popover
        triggerRef={place}
        isOpen={isOpen}
        onOpenChange={setOpen}
        className={styles["popover"] ?? ""}
        placement="bottom end"
        offset={4}
      >
        <Dialog className={styles["dialog"] ?? ""}>
          <Latest hasUnseen={count > 0} onClose={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </>
  )
}

const Latest = ({ hasUnseen, onClose }: { readonly hasUnseen: boolean; readonly onClose: () => void }) => {
  const t = useText()
  const write = useWrite()
  const latest = useInfiniteQuery(notificationsQuery(false))
  const [page] = latest.data?.pages ?? []
  const shown = page?._embedded.notificationModelList.slice(0, shownMax) ?? []
  return (
    <>
      <div className={styles["head"]}>
        <Heading slot="title" className={styles["title"] ?? ""}>
          {t("notification.title")}
        </Heading>
        <Button
          kind="quiet"
          disabledReason={hasUnseen ? null : t("notification.none-unseen")}
          onPress={() => write(() => markSeen(), t("notification.marked"))}
        >
          {t("notification.mark-all")}
        </Button>
      </div>
      <QueryState
        query={latest}
        skeleton="120px"
        isEmpty={shown.length === 0}
        empty={<p className={styles["empty"]}>{t("notification.empty")}</p>}
      >
        {() => <NotificationList notifications={shown} onOpen={onClose} />}
      </QueryState>
      <p className={styles["foot"]}>
        <Link to="/account/notifications" onClick={onClose}>
          {t("notification.all")}
        </Link>
        <Link to="/account/notifications" search={{ view: "settings" }} onClick={onClose}>
          {t("notification.settings")}
        </Link>
      </p>
    </>
  )
}
