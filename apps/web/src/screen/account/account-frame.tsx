import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { useUser } from "../../feature/session/session.ts"
import { hasProviders } from "../../feature/sign-in/provider-names.ts"
import { Screen } from "../../widget/ui/screen.tsx"
import { SectionNavigation } from "../../widget/ui/section-navigation.tsx"

interface AccountFrameProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of the account, below the way to the others. */
export const AccountFrame = ({ title, actions, children }: AccountFrameProps) => {
  const t = useText()
  const { thirdPartyAuthType } = useUser()
  const methods = useQuery(serverConfigurationQuery).data?.authMethods
  const hasConnection = thirdPartyAuthType !== null || (methods !== undefined && hasProviders(methods))
  return (
    <Screen
      title={title}
      {...(actions === undefined ? {} : { actions })}
      above={
        <SectionNavigation
          label={t("account.menu")}
          entries={[
            { to: "/account/profile", title: t("account.profile") },
            { to: "/account/password", title: t("account.password") },
            { to: "/account/security", title: t("account.security") },
            ...(hasConnection ? [{ to: "/account/connection", title: t("account.connection") }] : []),
            { to: "/account/sessions", title: t("account.sessions") },
            { to: "/account/tokens", title: t("account.tokens") },
            { to: "/account/notifications", title: t("notification.title") },
            { to: "/account/preferences", title: t("preferences.title") }
          ]}
        />
      }
    >
      {children}
    </Screen>
  )
}
