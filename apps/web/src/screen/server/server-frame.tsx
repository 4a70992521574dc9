import type { ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { Screen } from "../../widget/ui/screen.tsx"
import { SectionNavigation } from "../../widget/ui/section-navigation.tsx"

/** A screen of the administration, below the way to the others. */
export const ServerFrame = ({
  title,
  actions,
  children
}: {
  readonly title: string
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => {
  const t = useText()
  return (
    <Screen
      title={title}
      actions={actions}
      above={
        <SectionNavigation
          label={t("server.title")}
          entries={[
            { to: "/server/users", title: t("server.users") },
            { to: "/server/organizations", title: t("server.organizations") },
            { to: "/server/audit-log", title: t("audit.title") },
            { to: "/server/health", title: t("server.health") },
            { to: "/server/findings", title: t("server.findings") },
            { to: "/server/sizes", title: t("server.sizes") },
            { to: "/server/settings", title: t("server.settings") }
          ]}
        />
      }
    >
      {children}
    </Screen>
  )
}
