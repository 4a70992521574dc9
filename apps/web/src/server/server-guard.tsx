import { Outlet } from "@tanstack/react-router"
import { Lock } from "lucide-react"
import { useUser } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { ScreenTitle } from "../ui/screen-title.tsx"
import { EmptyState } from "../ui/states.tsx"

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
