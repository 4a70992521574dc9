import { useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { userQuery } from "../../feature/session/session.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { PasswordRules, useBrokenRules } from "./password-rules.tsx"

interface SignUpFormProps {
  /** null: the account gets an organization of its own. */
  readonly invitation: { readonly code: string; readonly name: string; readonly email: string } | null
  readonly submitLabel: string
  /** The session of the new account has begun. */
  readonly onDone: () => Promise<void>
}

/** Name, address and password of a new account. */
export const SignUpForm = ({ invitation, submitLabel, onDone }: SignUpFormProps) => {
  const t = useText()
  const [name, setName] = useState(invitation?.name ?? "")
  const [email, setEmail] = useState(invitation?.email ?? "")
  const [password, setPassword] = useState("")
  const [organizationName, setOrganizationName] = useState("")
  const [isTried, setTried] = useState(false)
  const passwordField = useRef<HTMLDivElement>(null)
  const broken = useBrokenRules(password, email)
  const { submit, message, fields, isBusy } = useSubmit(async () => {
    setTried(true)
    if (broken.length > 0) return passwordField.current?.querySelector("input")?.focus()
    const own = invitation === null ? { organizationName } : { invitationCode: invitation.code }
    const payload = { name, email, password, ...own }
    await call("consoleSession", "signUp", { payload }, { withoutDialogs: true })
    await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    await onDone()
  })
  const brokenText = isTried && broken.length > 0 ? broken.map(({ text }) => text).join(" ") : undefined
  return (
    <Form onSubmit={submit} message={message}>
      <TextField
        label={t("invitation.your-name")}
        autoComplete="name"
        isRequired
        value={name}
        onChange={setName}
        error={fields["name"]}
      />
      <TextField
        label={t("invitation.email")}
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
        error={fields["email"]}
      />
      <div ref={passwordField}>
        <TextField
          label={t("login.password")}
          type="password"
          autoComplete="new-password"
          isRequired
          value={password}
          onChange={setPassword}
          hint={<PasswordRules password={password} username={email} />}
          error={brokenText ?? fields["password"]}
        />
      </div>
      {invitation === null && (
        <TextField
          label={t("sign-up.organization")}
          hint={t("sign-up.organization-hint")}
          autoComplete="organization"
          value={organizationName}
          onChange={setOrganizationName}
          error={fields["organizationName"]}
        />
      )}
      <Button kind="primary" type="submit" isPending={isBusy}>
        {submitLabel}
      </Button>
    </Form>
  )
}
