import { useEffect, useRef, useState } from "react"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/text-field.tsx"
import { logIn } from "./session.ts"

/** User name and password. A wrong one is said once, keeps the name and puts the caret into the password. */
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
  return (
    <Form onSubmit={submit} message={message}>
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
