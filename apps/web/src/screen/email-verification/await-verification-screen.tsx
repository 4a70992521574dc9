import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { logOut, userQuery } from "../../feature/session/session.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "../login/login-screen.module.css"
import { SendAgain } from "./send-again.tsx"

/** Screen of a new account until its address is verified: ask for the mail again, correct the address, log out. */
export const AwaitVerificationScreen = () => {
  const t = useText()
  const navigate = useNavigate()
  const user = useQuery(userQuery)
  const [isStillWaiting, setStillWaiting] = useState(false)
  const fail = (error: unknown) => showToast({ kind: "failed", text: errorSentence(error, t), error })
  const goOn = async () => {
    const now = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    if (now === null || now.emailVerified) return navigate({ to: "/", replace: true })
    setStillWaiting(true)
  }
  const email = user.data?.emailAwaitingVerification ?? user.data?.username ?? ""
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("email-verification.waiting-title")}</ScreenTitle>
        {user.isError ? (
          <ErrorState error={user.error} onRetry={user.refetch} />
        ) : user.data === undefined ? (
          <div aria-busy="true">
            <Skeleton height="120px" />
          </div>
        ) : user.data === null ? (
          <p>
            <Link to="/login">{t("password-reset.to-login")}</Link>
          </p>
        ) : (
          <>
            <p>{t("email-verification.waiting", { email })}</p>
            {isStillWaiting && (
              <Callout kind="info" isNews>
                <p>{t("email-verification.not-yet")}</p>
              </Callout>
            )}
            <Button kind="primary" onPress={() => goOn().catch(fail)}>
              {t("email-verification.continue")}
            </Button>
            <SendAgain email={email} />
            <p>
              <Link to="/account/profile">{t("email-verification.other-address")}</Link>
            </p>
            <Button kind="quiet" onPress={() => logOut().catch(fail)}>
              {t("account.log-out")}
            </Button>
          </>
        )}
      </div>
    </main>
  )
}
