import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ApiError } from "../api/api-error.ts"
import { call } from "../api/call.ts"
import { queryClient } from "../api/query-client.ts"
import styles from "../login/login-screen.module.css"
import { useLinkSecret } from "../routing/link-secret.ts"
import { userQuery } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { Callout } from "../ui/callout.tsx"
import { Logo } from "../ui/logo.tsx"
import { ScreenTitle } from "../ui/screen-title.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import { ErrorState } from "../ui/states.tsx"

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
