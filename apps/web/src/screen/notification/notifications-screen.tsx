import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Bell } from "lucide-react"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { AccountFrame } from "../account/account-frame.tsx"
import { NotificationList } from "./notification-list.tsx"
import { markSeen, notificationsQuery, unseenQuery } from "./notification-queries.ts"
import { NotificationSettings } from "./notification-settings.tsx"
import styles from "./notifications-screen.module.css"

const route = getRouteApi("/user/account/notifications")

/** All my notifications, or where they arrive. */
export const NotificationsScreen = () =>
  route.useSearch().view === "settings" ? <NotificationSettings /> : <AllNotifications />

/** The newest first. */
const AllNotifications = () => {
  const t = useText()
  const write = useWrite()
  const [isUnseenOnly, setUnseenOnly] = useState(false)
  const { data: unseen = 0 } = useQuery(unseenQuery)
  const notifications = useInfiniteQuery(notificationsQuery(isUnseenOnly))
  const shown = notifications.data?.pages.flatMap((page) => page._embedded.notificationModelList) ?? []
  return (
    <AccountFrame
      title={t("notification.title")}
      actions={
        <Button
          disabledReason={unseen === 0 ? t("notification.none-unseen") : null}
          onPress={() => write(() => markSeen(), t("notification.marked"))}
        >
          {t("notification.mark-all")}
        </Button>
      }
    >
      <div className={styles["bar"]}>
        <Checkbox isSelected={isUnseenOnly} onChange={setUnseenOnly}>
          {t("notification.unseen-only")}
        </Checkbox>
        <Link to="/account/notifications" search={{ view: "settings" }}>
          {t("notification.settings")}
        </Link>
      </div>
      <QueryState
        query={notifications}
        skeleton="240px"
        isEmpty={shown.length === 0}
        empty={
          <EmptyState
            title={t(isUnseenOnly ? "notification.none-unseen" : "notification.empty")}
            icon={<Bell aria-hidden />}
          />
        }
      >
        {() => (
          <section aria-label={t("notification.title")} className={styles["list"]}>
            <NotificationList notifications={shown} />
          </section>
        )}
      </QueryState>
      {notifications.hasNextPage && (
        <Button isPending={notifications.isFetchingNextPage} onPress={() => notifications.fetchNextPage()}>
          {t("notification.more")}
        </Button>
      )}
    </AccountFrame>
  )
}
