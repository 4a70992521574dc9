import { useState } from "react"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { TextField } from "../ui/text-field.tsx"
import { LoginForm } from "./login-form.tsx"
import { enterPassword } from "./session.ts"

/** The login over the page, which stays as it is. */
export const SessionEndedDialog = ({ onDone }: { readonly onDone: () => Promise<void> }) => {
  const t = useText()
  return (
    <Dialog title={t("session.ended")} isOpen isDismissable={false} onClose={() => {}}>
      <p>{t("session.ended-hint")}</p>
      <LoginForm onDone={onDone} />
    </Dialog>
  )
}

interface PasswordDialogProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** The password, which some changes need again. */
export const PasswordDialog = (props: PasswordDialogProps) => {
  const t = useText()
  return (
    <Dialog title={t("session.password-needed")} isOpen onClose={props.onCancel}>
      <PasswordForm {...props} />
    </Dialog>
  )
}

const PasswordForm = ({ onDone, onCancel }: PasswordDialogProps) => {
  const t = useText()
  const [password, setPassword] = useState("")
  const { submit, message, isBusy } = useSubmit(async () => {
    await enterPassword(password)
    onDone()
  })
  return (
    <Form onSubmit={submit}>
      <p>{t("session.password-hint")}</p>
      <TextField
        label={t("login.password")}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={message}
      />
      <DialogActions>
        <Button onPress={onCancel}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("action.continue")}
        </Button>
      </DialogActions>
    </Form>
  )
}
