import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useLinkSecret } from "../../base/routing/link-secret.ts"
import { useText } from "../../base/texts/text.ts"
import { userQuery } from "../../feature/session/session.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "../login/login-screen.module.css"

const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** Verifies the address at once. The user continues with the session of this browser, or logs in. */
export const VerifyEmailScreen = () => {
  const t = useText()
  const [userId = "", code = ""] = useLinkSecret().split("/")
  const verification = useQuery({
    queryKey: ["email-verification", userId, code],
    queryFn: async () => {
      try {
        await call(
          "emailVerification",
          "verify",
          { params: { userId: Number(userId), code } },
          { withoutDialogs: true }
        )
      } catch (error) {
        const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
        // The user of this browser has opened the link before. Of other accounts the server says nothing.
        const isOpenedBefore = user?.id === Number(userId) && user.emailAwaitingVerification === null
        // The address is verified; the account has a second factor, with which the user logs in.
        if (!isCode(error, "mfa_enabled") && !isOpenedBefore) throw error
      }
      // The session of this browser may be that of the user.
      return queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false
  })
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("email-verification.title")}</ScreenTitle>
        {verification.isPending ? (
          <div aria-busy="true">
            <Skeleton height="80px" />
          </div>
        ) : !verification.isError ? (
          <>
            <Callout kind="done" isNews>
              <p>{t("email-verification.done")}</p>
            </Callout>
            <p>
              {verification.data === null ? (
                <Link to="/login">{t("password-reset.to-login")}</Link>
              ) : (
                <Link to="/">{t("not-found.to-projects")}</Link>
              )}
            </p>
          </>
        ) : isCode(verification.error, "email_verification_code_not_valid") ? (
          <>
            <Callout kind="warning" isNews>
              <p>{t("email-verification.link-over")}</p>
            </Callout>
            <p>
              <Link to="/login">{t("password-reset.to-login")}</Link>
            </p>
            <p>
              <Link to="/account/profile">{t("email-verification.ask-again")}</Link>
            </p>
          </>
        ) : (
          <ErrorState error={verification.error} onRetry={verification.refetch} />
        )}
      </div>
    </main>
  )
}
