import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useLocation, useNavigate } from "@tanstack/react-router"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { userQuery } from "../../feature/session/session.ts"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "../login/login-screen.module.css"
import { SignUpForm } from "./sign-up-form.tsx"

const route = getRouteApi("/sign-up")

/** A new account with an organization of its own. A server may allow it only with an invitation. */
export const SignUpScreen = () => {
  const t = useText()
  const { to } = route.useSearch()
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const configuration = useQuery(serverConfigurationQuery)
  const user = useQuery(userQuery)
  const failed = configuration.error ?? user.error
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("sign-up.title")}</ScreenTitle>
        {failed !== null ? (
          <ErrorState error={failed} onRetry={() => Promise.all([configuration.refetch(), user.refetch()])} />
        ) : configuration.data === undefined || user.data === undefined ? (
          <div aria-busy="true">
            <Skeleton height="240px" />
          </div>
        ) : user.data !== null ? (
          <>
            <p>{t("invitation.as", { name: user.data.name || user.data.username })}</p>
            <p>
              <Link to="/">{t("not-found.to-projects")}</Link>
            </p>
          </>
        ) : (
          <>
            {configuration.data.allowRegistrations ? (
              <SignUpForm
                invitation={null}
                submitLabel={t("sign-up.submit")}
                onDone={() => navigate({ href: `${to ?? "/"}${hash && `#${hash}`}`, replace: true })}
              />
            ) : (
              <p>{t("sign-up.by-invitation")}</p>
            )}
            <p>
              <Link to="/login" search={to === undefined ? {} : { to }} hash>
                {t("invitation.log-in")}
              </Link>
            </p>
          </>
        )}
      </div>
    </main>
  )
}
