import { useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { type AuthMethods, providerName } from "./provider-names.ts"
import styles from "./sign-in.module.css"
import { rememberDomain, rememberedDomain, type SignInService, startSignIn } from "./start-sign-in.ts"

interface ProviderLoginsProps {
  readonly methods: AuthMethods
  /** Whether a form for a password stands above. */
  readonly isBelowForm: boolean
  readonly to?: string | undefined
  readonly invitationCode?: string | undefined
  /** To connect my account, in place of a login. */
  readonly connect?: boolean
}

/** A button for each provider; for single sign-on of organizations a field for the domain. */
export const ProviderLogins = ({ methods, isBelowForm, to, invitationCode, connect = false }: ProviderLoginsProps) => {
  const t = useText()
  const options = {
    ...(to === undefined ? {} : { to }),
    ...(invitationCode === undefined ? {} : { invitationCode }),
    ...(connect ? { connect } : {})
  }
  const words = (provider: string) => t(connect ? "sign-in.connect" : "sign-in.with", { provider })
  const { github, google, oauth2, ssoGlobal, ssoOrganizations } = methods
  return (
    <div className={styles["providers"]}>
      {isBelowForm && <p className={styles["or"]}>{t("sign-in.or")}</p>}
      {github.enabled && <StartButton service="github" options={options} label={words("GitHub")} />}
      {google.enabled && <StartButton service="google" options={options} label={words("Google")} />}
      {oauth2.enabled && (
        <StartButton service="oauth2" options={options} label={words(providerName("OAUTH2", methods, t))} />
      )}
      {ssoGlobal.enabled && ssoGlobal.domain !== null && (
        <StartButton
          service="sso"
          options={{ ...options, domain: ssoGlobal.domain }}
          label={(connect ? null : ssoGlobal.customLoginText) ?? words(t("sso.title"))}
        />
      )}
      {ssoOrganizations.enabled && <DomainForm options={options} label={words(t("sso.title"))} />}
    </div>
  )
}

type Options = Parameters<typeof startSignIn>[1]

interface StartProps {
  readonly options: Options
  readonly label: string
}

const StartButton = ({ service, options, label }: StartProps & { readonly service: SignInService }) => {
  const { submit, message, isBusy } = useSubmit(() => startSignIn(service, options))
  return (
    <>
      {message !== null && (
        <Callout kind="failed" isNews>
          {message}
        </Callout>
      )}
      <Button isPending={isBusy} onPress={() => void submit({ preventDefault: () => {} })}>
        {label}
      </Button>
    </>
  )
}

/** The domain says whose single sign-on it is. It is asked for when it is needed, and remembered. */
const DomainForm = ({ options, label }: StartProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [domain, setDomain] = useState(rememberedDomain)
  const { submit, message, isBusy } = useSubmit(async () => {
    rememberDomain(domain.trim())
    await startSignIn("sso", { ...options, domain: domain.trim() })
  })
  if (!isOpen) return <Button onPress={() => setOpen(true)}>{label}</Button>
  return (
    <Form onSubmit={submit} message={message}>
      <TextField
        label={t("sign-in.domain")}
        hint={t("sign-in.domain-hint")}
        name="domain"
        placeholder="example.com"
        autoFocus
        isRequired
        value={domain}
        onChange={setDomain}
      />
      <Button type="submit" isPending={isBusy}>
        {label}
      </Button>
    </Form>
  )
}
