import { useEffect, useRef, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { loadPasskey, passkeysArePossible } from "./load-passkey.ts"
import { RetryCountdown, useSecondsLeft } from "./retry-countdown.tsx"
import { codeOf, isCodeNeeded } from "./second-factors.ts"
import { logIn } from "./session.ts"

/**
 * User name and password, then the code if the account has a second factor; or a passkey. A wrong one is said once, keeps
 * the name and puts the caret into the field. After too many a countdown runs, and the sentence goes with it.
 */
export const LoginForm = ({ onDone }: { readonly onDone: () => Promise<void> | void }) => {
  const t = useText()
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  const [code, setCode] = useState<string | null>(null)
  const secretField = useRef<HTMLDivElement>(null)
  const login = useSubmit(async () => {
    try {
      await logIn(username, password, code === null ? null : codeOf(code))
    } catch (error) {
      if (!isCodeNeeded(error) || code !== null) throw error
      setCode("")
      return
    }
    await onDone()
  })
  const passkey = useSubmit(async () => {
    await (await loadPasskey()).logInWithPasskey()
    await onDone()
  })
  useEffect(() => {
    if (login.error !== null) secretField.current?.querySelector("input")?.select()
  }, [login.error])
  const error = login.error ?? passkey.error
  const secondsLeft = useSecondsLeft(error)
  const isOver = error instanceof ApiError && error.code === "rate_limited" && secondsLeft === 0
  return (
    <Form onSubmit={login.submit} message={isOver ? null : (login.message ?? passkey.message)}>
      {secondsLeft > 0 && <RetryCountdown seconds={secondsLeft} />}
      {code === null ? (
        <>
          <TextField
            label={t("login.username")}
            name="username"
            autoComplete="username"
            autoFocus
            isRequired
            value={username}
            onChange={setUsername}
          />
          <div ref={secretField}>
            <TextField
              label={t("login.password")}
              name="password"
              type="password"
              autoComplete="current-password"
              isRequired
              value={password}
              onChange={setPassword}
            />
          </div>
        </>
      ) : (
        <div ref={secretField}>
          <TextField
            key="code"
            label={t("login.code")}
            hint={t("login.code-hint")}
            name="otp"
            autoComplete="one-time-code"
            autoFocus
            isRequired
            value={code}
            onChange={setCode}
          />
        </div>
      )}
      <Button kind="primary" type="submit" isPending={login.isBusy}>
        {t("login.submit")}
      </Button>
      {code !== null && (
        <Button kind="quiet" onPress={() => setCode(null)}>
          {t("login.back")}
        </Button>
      )}
      {code === null && passkeysArePossible() && (
        <Button isPending={passkey.isBusy} onPress={() => passkey.submit({ preventDefault: () => {} })}>
          {t("login.passkey")}
        </Button>
      )}
    </Form>
  )
}
