import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { ConsoleSessionModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"
import { describeAgent } from "./user-agent.ts"

const sessionsKey = ["sessions"]

/** Lists my sessions; each can be ended from here. */
export const SessionsScreen = () => {
  const t = useText()
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call("consoleSession", "list", {}, { signal }))._embedded?.sessions ?? []
  })
  const write = useWrite()
  const change = (request: () => Promise<unknown>) =>
    write(async () => {
      await request()
      await client.invalidateQueries({ queryKey: sessionsKey })
    }, t("account.session-ended"))
  const others = (sessions.data ?? []).filter(({ current }) => !current)
  return (
    <AccountFrame
      title={t("account.sessions")}
      actions={
        <Button
          disabledReason={others.length === 0 ? t("account.no-other-sessions") : null}
          onPress={() => change(() => call("consoleSession", "endOthers", { query: { accessTokens: true } }))}
        >
          {t("account.end-others")}
        </Button>
      }
    >
      <p>{t("account.end-others-hint")}</p>
      <QueryState query={sessions} skeleton="160px">
        {(data) => (
          <Table<ConsoleSessionModel>
            label={t("account.sessions")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "device",
                title: t("account.device"),
                cell: ({ userAgent, current }) => (
                  <span className={styles["agent"]} title={userAgent ?? undefined}>
                    {describeAgent(userAgent) ?? t("account.unknown-device")}
                    {current && <strong> · {t("account.this-session")}</strong>}
                  </span>
                )
              },
              { id: "address", title: t("account.network"), cell: ({ address }) => <bdi>{address}</bdi> },
              { id: "created", title: t("account.logged-in"), cell: ({ createdAt }) => <Time at={createdAt} /> },
              { id: "used", title: t("account.last-used"), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
              {
                id: "end",
                title: t("account.actions"),
                cell: ({ id, current }) =>
                  current ? null : (
                    <Button
                      kind="quiet"
                      onPress={() => change(() => call("consoleSession", "end", { params: { sessionId: id } }))}
                    >
                      {t("account.end-session")}
                    </Button>
                  )
              }
            ]}
          />
        )}
      </QueryState>
    </AccountFrame>
  )
}
