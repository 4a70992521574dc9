import { isSwitchable, type NotificationChannel, type NotificationGroup } from "@dragoman/domain/notification"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { NotificationSettingsModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useActingReason } from "../../feature/session/acting.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { AccountFrame } from "../account/account-frame.tsx"
import { notificationSettingsQuery } from "./notification-queries.ts"
import styles from "./notifications-screen.module.css"

/** Groups that have notifications, by the names of the response. */
const groups = [
  { group: "ACCOUNT_SECURITY", name: "accountSecurity" },
  { group: "TASKS", name: "tasks" },
  { group: "COMMENTS", name: "comments" },
  { group: "JOBS", name: "jobs" },
  { group: "PROJECTS", name: "projects" }
] as const satisfies ReadonlyArray<{
  readonly group: NotificationGroup
  readonly name: keyof NotificationSettingsModel
}>

type Row = (typeof groups)[number]

/** Settings of my notifications by channel; each box takes effect at once. */
export const NotificationSettings = () => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const actingReason = useActingReason()
  const settings = useQuery(notificationSettingsQuery)
  const set = (group: NotificationGroup, channel: NotificationChannel, enabled: boolean) =>
    write(async () => {
      await call("notification", "setSetting", { payload: { group, channel, enabled } })
      await client.invalidateQueries({ queryKey: notificationSettingsQuery.queryKey })
    })
  const column = (channel: NotificationChannel, field: "inApp" | "email") => ({
    id: channel,
    title: t(`notification.channel-${channel}`),
    cell: ({ group, name }: Row) => (
      <Checkbox
        aria-label={t("notification.channel-of-group", {
          channel: t(`notification.channel-${channel}`),
          group: t(`notification.group-${group}`)
        })}
        isSelected={settings.data?.[name][field] ?? false}
        isDisabled={!isSwitchable(group) || actingReason !== null}
        onChange={(enabled) => set(group, channel, enabled)}
      >
        <span className="visually-hidden">{t(`notification.channel-${channel}`)}</span>
      </Checkbox>
    )
  })
  return (
    <AccountFrame title={t("notification.settings")}>
      <p className={styles["hint"]}>{actingReason ?? t("notification.settings-hint")}</p>
      <QueryState query={settings} skeleton="220px">
        {() => (
          <Table<Row>
            label={t("notification.settings")}
            rows={groups}
            rowId={({ group }) => group}
            columns={[
              {
                id: "group",
                title: t("notification.about"),
                cell: ({ group }) => (
                  <span className={styles["group"]}>
                    {t(`notification.group-${group}`)}
                    <span className={styles["about"]}>{t(`notification.about-${group}`)}</span>
                  </span>
                )
              },
              column("IN_APP", "inApp"),
              column("EMAIL", "email")
            ]}
          />
        )}
      </QueryState>
      <p>
        <Link to="/account/notifications">{t("notification.all")}</Link>
      </p>
    </AccountFrame>
  )
}
