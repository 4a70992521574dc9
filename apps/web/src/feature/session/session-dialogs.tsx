import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { loadPasskey, passkeysArePossible } from "./load-passkey.ts"
import { LoginForm } from "./login-form.tsx"
import { codeOf, isCodeNeeded, secondFactorsQuery } from "./second-factors.ts"
import { serverConfigurationQuery } from "./server-configuration.ts"
import { enterProof, userQuery } from "./session.ts"

/** The login over the page, which stays as it is. */
export const SessionEndedDialog = ({ onDone }: { readonly onDone: () => Promise<void> }) => {
  const t = useText()
  // A provider's page cannot be shown over this one.
  const isNative = useQuery(serverConfigurationQuery).data?.nativeEnabled !== false
  return (
    <Dialog title={t("session.ended")} isOpen isDismissable={false} onClose={() => {}}>
      <p>{t("session.ended-hint")}</p>
      {isNative ? (
        <LoginForm onDone={onDone} />
      ) : (
        <DialogActions>
          <Button kind="primary" onPress={() => window.location.assign(loginAddress())}>
            {t("login.title")}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

const loginAddress = (): string =>
  `/login?to=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}${window.location.hash}`

interface PasswordDialogProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** The password, or the code or the passkey in its place, which some changes need again. */
export const PasswordDialog = (props: PasswordDialogProps) => {
  const t = useText()
  const user = useQuery(userQuery)
  const title = t(user.data?.mfaEnabled === true ? "session.proof-needed" : "session.password-needed")
  return (
    <Dialog title={title} isOpen onClose={props.onCancel}>
      <ProofForm {...props} />
    </Dialog>
  )
}

const ProofForm = ({ onDone, onCancel }: PasswordDialogProps) => {
  const t = useText()
  const user = useQuery(userQuery)
  const factors = useQuery(secondFactorsQuery)
  const [secret, setSecret] = useState("")
  // The second factor may have been enabled elsewhere, since the user was read.
  const [wantsCode, setWantsCode] = useState(user.data?.mfaEnabled === true)
  const hasPasskeys = (factors.data?.passkeys ?? 0) > 0 && passkeysArePossible()
  const typed = useSubmit(async () => {
    try {
      await enterProof(wantsCode ? { otp: codeOf(secret) } : { password: secret })
    } catch (error) {
      if (!isCodeNeeded(error) || wantsCode) throw error
      setWantsCode(true)
      setSecret("")
      return
    }
    onDone()
  })
  const passkey = useSubmit(async () => {
    await enterProof({ passkey: await (await loadPasskey()).askPasskey() })
    onDone()
  })
  return (
    <Form onSubmit={typed.submit} message={passkey.message}>
      <p>{t(wantsCode ? "session.code-hint" : "session.password-hint")}</p>
      <TextField
        key={wantsCode ? "code" : "password"}
        label={t(wantsCode ? "login.code" : "login.password")}
        type={wantsCode ? "text" : "password"}
        autoComplete={wantsCode ? "one-time-code" : "current-password"}
        autoFocus
        value={secret}
        onChange={setSecret}
        error={typed.message}
      />
      <DialogActions>
        {hasPasskeys && (
          <Button isPending={passkey.isBusy} onPress={() => passkey.submit({ preventDefault: () => {} })}>
            {t("session.use-passkey")}
          </Button>
        )}
        <Button onPress={onCancel}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={typed.isBusy}>
          {t("action.continue")}
        </Button>
      </DialogActions>
    </Form>
  )
}
