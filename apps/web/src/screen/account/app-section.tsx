import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { SecondFactorsModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { secondFactorsQuery } from "../../feature/session/second-factors.ts"
import { userQuery } from "../../feature/session/session.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./account.module.css"
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx"

const EnableAppDialog = lazyDialog(() => import("./enable-app-dialog.tsx"), "EnableAppDialog")

type Opened = "enable" | "disable" | "codes" | null

/** The user, and what the account has, as they are now. */
const readAgain = async (): Promise<void> => {
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  await queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey })
}

/** The authenticator app: on, off, and its recovery codes. */
export const AppSection = ({ factors }: { readonly factors: SecondFactorsModel }) => {
  const t = useText()
  const [opened, open] = useState<Opened>(null)
  const { totpEnabled, recoveryCodesLeft, hasPassword } = factors
  const close = () => open(null)
  return (
    <Section title={t("security.app")} hint={t("security.app-hint")}>
      <p>{t(totpEnabled ? "security.app-on" : "security.app-off")}</p>
      {totpEnabled && (
        <Callout kind={recoveryCodesLeft === 0 ? "warning" : "info"}>
          {recoveryCodesLeft === 0 ? t("security.codes-none") : t("security.codes-left", { count: recoveryCodesLeft })}
        </Callout>
      )}
      <div className={styles["actions"]}>
        {totpEnabled ? (
          <>
            <Button onPress={() => open("codes")}>{t("security.new-codes")}</Button>
            <Button kind="danger" onPress={() => open("disable")}>
              {t("security.turn-off")}
            </Button>
          </>
        ) : (
          <Button
            kind="primary"
            disabledReason={hasPassword ? null : t("security.no-password")}
            onPress={() => open("enable")}
          >
            {t("security.turn-on")}
          </Button>
        )}
      </div>
      {opened === "enable" && <EnableAppDialog onChange={readAgain} onClose={close} />}
      {opened === "disable" && <DisableAppDialog onClose={close} />}
      {opened === "codes" && <NewCodesDialog onClose={close} />}
    </Section>
  )
}

const DisableAppDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const [password, setPassword] = useState("")
  const form = useSubmit(async () => {
    await call("secondFactor", "disableTotp", { payload: { password } })
    await readAgain()
    showToast({ kind: "done", text: t("security.turned-off") })
    onClose()
  })
  return (
    <FormDialog title={t("security.turn-off-title")} action={t("security.turn-off")} form={form} onClose={onClose}>
      <p>{t("security.turn-off-hint")}</p>
      <PasswordField value={password} onChange={setPassword} error={form.fields["password"]} />
    </FormDialog>
  )
}

const NewCodesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const [password, setPassword] = useState("")
  const [codes, setCodes] = useState<ReadonlyArray<string> | null>(null)
  const form = useSubmit(async () => {
    setCodes(await call("secondFactor", "replaceRecoveryCodes", { payload: { password } }))
    await readAgain()
  })
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog title={t("security.new-codes")} action={t("security.new-codes")} form={form} onClose={onClose}>
      <p>{t("security.new-codes-hint")}</p>
      <PasswordField value={password} onChange={setPassword} error={form.fields["password"]} />
    </FormDialog>
  )
}

interface PasswordFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

const PasswordField = (props: PasswordFieldProps) => {
  const t = useText()
  return (
    <TextField
      label={t("account.current-password")}
      type="password"
      autoComplete="current-password"
      autoFocus
      isRequired
      {...props}
    />
  )
}
