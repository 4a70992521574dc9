import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "../login/login-screen.module.css"

/** Asks for a mail with a link. Says the same for every address: strangers do not learn which accounts exist. */
export const PasswordResetRequestScreen = () => {
  const t = useText()
  const configuration = useQuery(serverConfigurationQuery)
  const [email, setEmail] = useState("")
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    await call("passwordReset", "request", { payload: { email } }, { withoutDialogs: true })
    setSentTo(email)
  })
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("password-reset.request-title")}</ScreenTitle>
        {configuration.data?.passwordResettable === false ? (
          <p>{t("password-reset.no-mail")}</p>
        ) : sentTo !== null ? (
          <Callout kind="done" isNews>
            <p>{t("password-reset.sent", { email: sentTo })}</p>
          </Callout>
        ) : (
          <Form onSubmit={submit} message={message}>
            <p>{t("password-reset.request-hint")}</p>
            <TextField
              label={t("invitation.email")}
              type="email"
              autoComplete="username"
              autoFocus
              isRequired
              value={email}
              onChange={setEmail}
              error={fields["email"]}
            />
            <Button kind="primary" type="submit" isPending={isBusy}>
              {t("password-reset.send")}
            </Button>
          </Form>
        )}
        <p>
          <Link to="/login">{t("password-reset.to-login")}</Link>
        </p>
      </div>
    </main>
  )
}
