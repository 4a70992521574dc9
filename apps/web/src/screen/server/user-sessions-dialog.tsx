import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { describeAgent } from "../account/user-agent.ts"
import styles from "./server.module.css"

interface UserSessionsDialogProps {
  readonly user: AdministeredUserModel
  readonly onClose: () => void
}

/** Lists the sessions of a user; each can be ended, and all of them with the access tokens of programs. */
export const UserSessionsDialog = ({ user, onClose }: UserSessionsDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const queryKey = ["administered-users", user.id, "sessions"]
  const params = { userId: user.id }
  const sessions = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call("administration", "listSessions", { params }, { signal }))._embedded?.sessions ?? [],
    // Data of an earlier opening is out of date.
    gcTime: 0,
    staleTime: 0
  })
  const write = useWrite()
  const change = (request: () => Promise<unknown>) =>
    write(async () => {
      await request()
      await client.invalidateQueries({ queryKey })
    }, t("account.session-ended"))
  return (
    <Dialog title={t("server.sessions-of", { name: user.name || user.username })} isOpen onClose={onClose}>
      <QueryState query={sessions} skeleton="120px" empty={<p>{t("server.no-sessions")}</p>}>
        {(data) => (
          <ul className={styles["sessions"]} aria-label={t("account.sessions")}>
            {data.map(({ id, userAgent, address, lastUsedAt }) => {
              const device = describeAgent(userAgent) ?? t("account.unknown-device")
              return (
                <li key={id} className={styles["session"]}>
                  <span className={styles["names"]}>
                    <bdi>{device}</bdi>
                    <span className={styles["quiet"]}>
                      <bdi>{address}</bdi> · {t("account.last-used")} <Time at={lastUsedAt} />
                    </span>
                  </span>
                  <Button
                    aria-label={`${t("account.end-session")}: ${device}`}
                    onPress={() =>
                      change(() => call("administration", "endSession", { params: { ...params, sessionId: id } }))
                    }
                  >
                    {t("account.end-session")}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </QueryState>
      <DialogActions>
        <Button kind="danger" onPress={() => change(() => call("administration", "endSessions", { params }))}>
          {t("server.end-all-sessions")}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
