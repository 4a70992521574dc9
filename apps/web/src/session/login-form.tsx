import { useEffect, useRef, useState } from "react"
import { ApiError } from "../api/api-error.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/text-field.tsx"
import { RetryCountdown, useSecondsLeft } from "./retry-countdown.tsx"
import { logIn } from "./session.ts"

/**
 * User name and password. A wrong one is said once, keeps the name and puts the caret into the password. After too many a
 * countdown runs, and the sentence goes with it.
 */
export const LoginForm = ({ onDone }: { readonly onDone: () => Promise<void> | void }) => {
  const t = useText()
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  const passwordField = useRef<HTMLDivElement>(null)
  const { submit, message, error, isBusy } = useSubmit(async () => {
    await logIn(username, password)
    await onDone()
  })
  useEffect(() => {
    if (error !== null) passwordField.current?.querySelector("input")?.select()
  }, [error])
  const secondsLeft = useSecondsLeft(error)
  const isOver = error instanceof ApiError && error.code === "rate_limited" && secondsLeft === 0
  return (
    <Form onSubmit={submit} message={isOver ? null : message}>
      {secondsLeft > 0 && <RetryCountdown seconds={secondsLeft} />}
      <TextField
        label={t("login.username")}
        name="username"
        autoComplete="username"
        autoFocus
        isRequired
        value={username}
        onChange={setUsername}
      />
      <div ref={passwordField}>
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
      <Button kind="primary" type="submit" isPending={isBusy}>
        {t("login.submit")}
      </Button>
    </Form>
  )
}
