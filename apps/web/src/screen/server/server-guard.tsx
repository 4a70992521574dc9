import { Outlet } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"

/** The screens of the administration, for administrators alone: the server would ask others for their password first. */
export const ServerGuard = () => {
  const t = useText()
  if (useUser().globalServerRole === "ADMIN") return <Outlet />
  return (
    <>
      <ScreenTitle isHidden>{t("server.title")}</ScreenTitle>
      <EmptyState icon={<Lock aria-hidden />} title={t("server.only-administrators")} />
    </>
  )
}
