import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useActingReason } from "../../feature/session/acting.ts"
import { useUser } from "../../feature/session/session.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

/** A new password. All other sessions end with the old one. */
export const PasswordScreen = () => {
  const t = useText()
  const { username, accountType } = useUser()
  const actingReason = useActingReason()
  const { values, change, bind } = useFields({ currentPassword: "", password: "" })
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    await call("user", "changePassword", { payload: values })
    change({ currentPassword: "", password: "" })
    showToast({ kind: "done", text: t("account.password-changed") })
  })
  return (
    <AccountFrame title={t("account.password")}>
      <div className={styles["narrow"]}>
        {accountType !== "LOCAL" && <Callout kind="info">{t("sign-in.no-password")}</Callout>}
        {actingReason !== null && <Callout kind="info">{actingReason}</Callout>}
        <Form onSubmit={submit} message={message}>
          {/* For password managers: whose password it is. */}
          <input type="hidden" autoComplete="username" value={username} readOnly />
          <TextField
            label={t("account.current-password")}
            type="password"
            autoComplete="current-password"
            {...bind("currentPassword", fields)}
          />
          <TextField
            label={t("account.new-password")}
            type="password"
            autoComplete="new-password"
            hint={t("account.password-hint")}
            {...bind("password", fields)}
          />
          <SubmitButton isBusy={isBusy} disabledReason={actingReason}>
            {t("account.change-password")}
          </SubmitButton>
        </Form>
      </div>
    </AccountFrame>
  )
}
