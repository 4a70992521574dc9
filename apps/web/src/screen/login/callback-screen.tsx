import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { userQuery } from "../../feature/session/session.ts"
import { type SignInService, takeWantedHash } from "../../feature/sign-in/start-sign-in.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { ErrorDetails, errorSentence } from "../../widget/ui/error-details.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import styles from "./login-screen.module.css"

const route = getRouteApi("/login/auth_callback/$service")

/** Codes whose parameters are words of the provider. */
const codesWithWords = [
  "third_party_auth_error_message",
  "third_party_auth_unknown_error",
  "third_party_unauthorized",
  "sso_token_exchange_failed",
  "sso_user_info_retrieval_failed",
  "sso_group_not_permitted"
]

/** Ends the login with what the provider says in the address, and leads to the page that was wanted. */
export const CallbackScreen = () => {
  const t = useText()
  const { service } = route.useParams()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const isStarted = useRef(false)
  useEffect(() => {
    // The response of a provider counts once, also when React runs an effect twice.
    if (isStarted.current) return
    isStarted.current = true
    const response = new URLSearchParams(window.location.search)
    const finish = async () => {
      const payload = {
        state: response.get("state"),
        code: response.get("code"),
        issuer: response.get("iss"),
        error: response.get("error"),
        errorDescription: response.get("error_description")
      }
      const request = { params: { serviceType: service as SignInService }, payload }
      const { outcome, to } = await call("signIn", "finish", request, { withoutDialogs: true })
      await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
      const hash = takeWantedHash()
      const next = outcome === "CHANGE_REQUESTED" ? "/account/connection" : `${to ?? "/"}${hash}`
      await navigate({ href: next, replace: true })
    }
    finish().catch(setError)
  }, [service, navigate])
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t(error === null ? "sign-in.callback" : "sign-in.failed")}</ScreenTitle>
        {error === null ? <p aria-busy="true">{t("sign-in.callback-wait")}</p> : <Failure error={error} />}
      </div>
    </main>
  )
}

const Failure = ({ error }: { readonly error: unknown }) => {
  const t = useText()
  const words = error instanceof ApiError && codesWithWords.includes(error.code) ? error.params.map(String) : []
  return (
    <>
      <Callout kind="failed" isNews>
        {errorSentence(error, t)}
      </Callout>
      {words.length > 0 && <p className={styles["words"]}>{t("sign-in.words", { words: words.join(" – ") })}</p>}
      <p>
        <Link to="/login">{t("sign-in.to-login")}</Link>
      </p>
      <ErrorDetails error={error} />
    </>
  )
}
