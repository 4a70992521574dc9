import { useQuery } from "@tanstack/react-query"
import type { ServerSettingModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./server.module.css"
import { ServerFrame } from "./server-frame.tsx"
import { serverSettingsQuery } from "./server-queries.ts"

/** Lists the settings of the server and their origin. They change with a restart only. */
export const SettingsScreen = () => {
  const t = useText()
  const settings = useQuery(serverSettingsQuery)
  return (
    <ServerFrame title={t("server.settings")}>
      <p className={styles["quiet"]}>{t("server.settings-hint")}</p>
      <QueryState query={settings} skeleton="480px">
        {(data) => (
          <Table<ServerSettingModel>
            label={t("server.settings")}
            rows={data}
            rowId={({ variable }) => variable}
            columns={[
              {
                id: "setting",
                title: t("server.setting"),
                cell: ({ variable, meaning }) => (
                  <span className={styles["setting"]}>
                    <code>{variable}</code>
                    <bdi lang="en" dir="ltr" className={styles["quiet"]}>
                      {meaning}
                    </bdi>
                  </span>
                )
              },
              { id: "value", title: t("server.value"), cell: (setting) => <Value setting={setting} /> },
              {
                id: "origin",
                title: t("server.origin"),
                cell: ({ source, origin }) => (
                  <span className={styles["origin"]}>
                    {t(`server.source-${source}`)}
                    {source !== "default" && <code className={styles["quiet"]}>{origin}</code>}
                  </span>
                )
              }
            ]}
          />
        )}
      </QueryState>
    </ServerFrame>
  )
}

const Value = ({ setting: { value, isHidden, defaultMeaning } }: { readonly setting: ServerSettingModel }) => {
  const t = useText()
  if (isHidden) return <em>{t("server.hidden")}</em>
  if (value !== null)
    return (
      <code className={styles["value"]}>
        <bdi dir="ltr">{value}</bdi>
      </code>
    )
  return defaultMeaning === null ? (
    <em>{t("server.not-set")}</em>
  ) : (
    <bdi lang="en" dir="ltr">
      {defaultMeaning}
    </bdi>
  )
}
