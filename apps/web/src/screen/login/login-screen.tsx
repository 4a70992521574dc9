import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useLocation, useNavigate } from "@tanstack/react-router"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { LoginForm } from "../../feature/session/login-form.tsx"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { userQuery } from "../../feature/session/session.ts"
import { hasProviders } from "../../feature/sign-in/provider-names.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import styles from "./login-screen.module.css"

const route = getRouteApi("/login")

// Few servers have providers: the others do not load their buttons.
const ProviderLogins = lazyPart(() => import("../../feature/sign-in/provider-logins.tsx"), "ProviderLogins")

/** The way in; afterwards the page that was wanted. */
export const LoginScreen = () => {
  const t = useText()
  const { to: path } = route.useSearch()
  // That of an invitation, kept out of the search, which servers get.
  const hash = useLocation({ select: (location) => location.hash })
  const to = path === undefined || hash === "" ? path : `${path}#${hash}`
  const navigate = useNavigate()
  const configuration = useQuery(serverConfigurationQuery)
  const methods = configuration.data?.authMethods
  const isNative = configuration.data?.nativeEnabled !== false
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("login.title")}</ScreenTitle>
        {isNative && (
          <LoginForm
            onDone={async () => {
              await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
              await navigate({ href: to ?? "/", replace: true })
            }}
          />
        )}
        {methods !== undefined && hasProviders(methods) && (
          <ProviderLogins methods={methods} isBelowForm={isNative} to={to} />
        )}
        {configuration.data?.passwordResettable === true && (
          <p>
            <Link to="/reset_password_request">{t("login.forgot")}</Link>
          </p>
        )}
        {isNative && configuration.data?.allowRegistrations === true && (
          <p>
            <Link to="/sign-up" search={path === undefined ? {} : { to: path }} hash>
              {t("login.sign-up")}
            </Link>
          </p>
        )}
        {configuration.data?.firstStart === true && <p className={styles["hint"]}>{t("login.first-start")}</p>}
      </div>
    </main>
  )
}
