import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { PasswordResetCredentialsModel } from "../../base/api/contract.ts"
import { useLinkSecret } from "../../base/routing/link-secret.ts"
import { useText } from "../../base/texts/text.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "../login/login-screen.module.css"
import { PasswordRules, useBrokenRules } from "../sign-up/password-rules.tsx"
import { type ResetLink, readResetLink } from "./reset-link.ts"

/** A new password by the link of a mail, or one that an administrator has handed over. */
export const PasswordResetScreen = () => {
  const t = useText()
  const link = readResetLink(useLinkSecret())
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("password-reset.title")}</ScreenTitle>
        {link === null ? <UnusableLink /> : <CheckedLink link={link} />}
        <p>
          <Link to="/login">{t("password-reset.to-login")}</Link>
        </p>
      </div>
    </main>
  )
}

const UnusableLink = () => {
  const t = useText()
  return (
    <>
      <Callout kind="warning" isNews>
        <p>{t("password-reset.link-over")}</p>
      </Callout>
      <p>
        <Link to="/reset_password_request">{t("password-reset.ask-again")}</Link>
      </p>
    </>
  )
}

const CheckedLink = ({ link }: { readonly link: ResetLink }) => {
  const [isDone, setDone] = useState(false)
  const t = useText()
  const check = useQuery({
    queryKey: ["password-reset", link.code],
    queryFn: ({ signal }) => call("passwordReset", "credentials", { payload: link }, { signal, withoutDialogs: true }),
    enabled: !isDone,
    retry: false
  })
  if (isDone) {
    return (
      <Callout kind="done" isNews>
        <p>{t("password-reset.done")}</p>
      </Callout>
    )
  }
  if (check.isError)
    return isOver(check.error) ? <UnusableLink /> : <ErrorState error={check.error} onRetry={check.refetch} />
  if (check.isPending) {
    return (
      <div aria-busy="true">
        <Skeleton height="160px" />
      </div>
    )
  }
  return <NewPasswordForm link={link} credentials={check.data} onDone={() => setDone(true)} />
}

const isOver = (error: unknown): boolean => error instanceof Error && error.message === "400 bad_credentials"

const NewPasswordForm = ({
  link: { code, email },
  credentials,
  onDone
}: {
  readonly link: ResetLink
  readonly credentials: PasswordResetCredentialsModel
  readonly onDone: () => void
}) => {
  const t = useText()
  const [password, setPassword] = useState("")
  const [keptPasskeyIds, setKeptPasskeyIds] = useState<ReadonlyArray<number>>([])
  const [keptAccessTokenIds, setKeptAccessTokenIds] = useState<ReadonlyArray<number>>([])
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const broken = useBrokenRules(password, email)
  const { submit, fields, message, error, isBusy } = useSubmit(async () => {
    setTried(true)
    if (broken.length > 0) return field.current?.querySelector("input")?.focus()
    const payload = { email, code, password, keptPasskeyIds, keptAccessTokenIds }
    await call("passwordReset", "set", { payload }, { withoutDialogs: true })
    onDone()
  })
  if (isOver(error)) return <UnusableLink />
  const brokenText = isTried && broken.length > 0 ? broken.map(({ text }) => text).join(" ") : undefined
  return (
    <Form onSubmit={submit} message={message}>
      <p>{t("password-reset.for", { email })}</p>
      {/* For password managers: whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <div ref={field}>
        <TextField
          label={t("account.new-password")}
          type="password"
          autoComplete="new-password"
          autoFocus
          isRequired
          value={password}
          onChange={setPassword}
          hint={<PasswordRules password={password} username={email} />}
          error={brokenText ?? fields["password"]}
        />
      </div>
      {credentials.passkeys.length + credentials.personalAccessTokens.length > 0 && (
        <Fieldset title={t("password-reset.keep")}>
          <p>{t("password-reset.keep-hint")}</p>
          {credentials.passkeys.map((passkey) => (
            <KeptCredential
              key={passkey.id}
              {...passkey}
              label={t("password-reset.keep-passkey", { name: passkey.name })}
              keptIds={keptPasskeyIds}
              onChange={setKeptPasskeyIds}
            />
          ))}
          {credentials.personalAccessTokens.map((token) => (
            <KeptCredential
              key={token.id}
              {...token}
              label={t("password-reset.keep-token", { name: token.description })}
              keptIds={keptAccessTokenIds}
              onChange={setKeptAccessTokenIds}
            />
          ))}
        </Fieldset>
      )}
      {credentials.mfaEnabled && (
        <Callout kind="info">
          <p>{t("password-reset.app-stays")}</p>
        </Callout>
      )}
      <Button kind="primary" type="submit" isPending={isBusy}>
        {t("password-reset.submit")}
      </Button>
    </Form>
  )
}

interface KeptCredentialProps {
  readonly id: number
  readonly label: string
  readonly createdAt: number
  /** null: never. */
  readonly lastUsedAt: number | null
  readonly keptIds: ReadonlyArray<number>
  readonly onChange: (keptIds: ReadonlyArray<number>) => void
}

/** A passkey or a token, which stays only when it is ticked: a thief may have made it. */
const KeptCredential = ({ id, label, createdAt, lastUsedAt, keptIds, onChange }: KeptCredentialProps) => {
  const t = useText()
  return (
    <Checkbox
      isSelected={keptIds.includes(id)}
      onChange={(isKept) => onChange(isKept ? [...keptIds, id] : keptIds.filter((kept) => kept !== id))}
    >
      <bdi>{label}</bdi>
      <small>
        {t("account.created")}: <Time at={createdAt} /> · {t("account.last-used")}:{" "}
        {lastUsedAt === null ? t("dashboard.never") : <Time at={lastUsedAt} />}
      </small>
    </Checkbox>
  )
}
