import { useState } from "react"
import { call } from "../api/call.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { useUser } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/text-field.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

/** A new password. All other sessions end with the old one. */
export const PasswordScreen = () => {
  const t = useText()
  const { username } = useUser()
  const [currentPassword, setCurrentPassword] = useState("")
  const [password, setPassword] = useState("")
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    await call("user", "changePassword", { payload: { currentPassword, password } })
    setCurrentPassword("")
    setPassword("")
    showToast({ kind: "done", text: t("account.password-changed") })
  })
  return (
    <AccountFrame title={t("account.password")}>
      <div className={styles["narrow"]}>
        <Form onSubmit={submit} message={message}>
          {/* For password managers: whose password it is. */}
          <input type="hidden" autoComplete="username" value={username} readOnly />
          <TextField
            label={t("account.current-password")}
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrentPassword}
            error={fields["currentPassword"]}
          />
          <TextField
            label={t("account.new-password")}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={fields["password"]}
            hint={t("account.password-hint")}
          />
          <div className={styles["submit"]}>
            <Button kind="primary" type="submit" isPending={isBusy}>
              {t("account.change-password")}
            </Button>
          </div>
        </Form>
      </div>
    </AccountFrame>
  )
}
