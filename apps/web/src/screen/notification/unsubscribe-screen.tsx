import { parseUnsubscribeToken } from "@dragoman/domain/notification"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useLinkSecret } from "../../base/routing/link-secret.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import styles from "../login/login-screen.module.css"

/** Turns mails of a group off, without a login. It asks first: scanners of mails open every link. */
export const UnsubscribeScreen = () => {
  const t = useText()
  const token = useLinkSecret()
  const [isDone, setDone] = useState(false)
  const group = parseUnsubscribeToken(token)?.group
  const { submit, message, isBusy } = useSubmit(async () => {
    await call("notification", "unsubscribe", { params: { token } }, { withoutDialogs: true })
    setDone(true)
  })
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("unsubscribe.title")}</ScreenTitle>
        {group === undefined ? (
          <Callout kind="warning" isNews>
            <p>{t("unsubscribe.broken")}</p>
          </Callout>
        ) : isDone ? (
          <Callout kind="done" isNews>
            <p>{t("unsubscribe.done", { group: t(`notification.group-${group}`) })}</p>
          </Callout>
        ) : (
          <Form onSubmit={submit} message={message}>
            <p>{t("unsubscribe.question", { group: t(`notification.group-${group}`) })}</p>
            <Button kind="primary" type="submit" isPending={isBusy}>
              {t("unsubscribe.turn-off")}
            </Button>
          </Form>
        )}
        <p>
          <Link to="/account/notifications" search={{ view: "settings" }}>
            {t("notification.settings")}
          </Link>
        </p>
      </div>
    </main>
  )
}
