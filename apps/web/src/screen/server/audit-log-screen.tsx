import { getRouteApi } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { AuditLog } from "../audit-log/audit-log.tsx"
import { ServerFrame } from "./server-frame.tsx"

const route = getRouteApi("/user/server/audit-log")

/** The audit log of the whole server. */
export const AuditLogScreen = () => {
  const t = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ServerFrame title={t("audit.title")}>
      <AuditLog
        slug={null}
        search={search}
        onSearch={(changed) => navigate({ search: changed, resetScroll: false, replace: true })}
      />
    </ServerFrame>
  )
}
