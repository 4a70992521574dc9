import { encodeBase32 } from "@dragoman/domain/credential"
import { useState } from "react"
import { encode } from "uqr"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { codeOf } from "../../feature/session/second-factors.ts"
import { useUser } from "../../feature/session/session.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./account.module.css"
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx"

/** 160 bits, as RFC 4226 section 4 recommends. */
const keyBytes = 20

const newKey = (): string => encodeBase32(crypto.getRandomValues(new Uint8Array(keyBytes)))

/** The address that authenticator apps read. */
const addressOf = (username: string, key: string): string =>
  `otpauth://totp/${encodeURIComponent(`Dragoman (${username})`)}?secret=${key.toUpperCase()}&issuer=Dragoman`

interface EnableAppDialogProps {
  /** The account has changed. */
  readonly onChange: () => Promise<void>
  readonly onClose: () => void
}

/** The key for the app, as a picture and as a text; a code of the app and the password; then the recovery codes. */
export const EnableAppDialog = ({ onChange, onClose }: EnableAppDialogProps) => {
  const t = useText()
  const { username } = useUser()
  const [key] = useState(newKey)
  const [code, setCode] = useState("")
  const [password, setPassword] = useState("")
  const [isEnabled, setEnabled] = useState(false)
  const [codes, setCodes] = useState<ReadonlyArray<string> | null>(null)
  const form = useSubmit(async () => {
    // The codes may have failed after the app was enabled.
    if (!isEnabled) {
      await call("secondFactor", "enableTotp", { payload: { totpKey: key, otp: codeOf(code), password } })
      setEnabled(true)
    }
    const created = await call("secondFactor", "replaceRecoveryCodes", { payload: { password } })
    setCodes(created)
    await onChange()
  })
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog title={t("security.turn-on-title")} action={t("security.turn-on")} form={form} onClose={onClose}>
      <p>{t("security.scan")}</p>
      <QrCode label={t("security.qr")} text={addressOf(username, key)} />
      <div>
        <p className={styles["quiet"]}>{t("security.key")}</p>
        <p className={styles["secret"]} dir="ltr">
          {key.match(/.{4}/g)?.join(" ")}
        </p>
        <CopyButton text={key} />
      </div>
      <TextField
        label={t("security.app-code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        isRequired
        value={code}
        onChange={setCode}
        error={form.fields["otp"]}
      />
      <TextField
        label={t("account.current-password")}
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
        error={form.fields["password"]}
      />
    </FormDialog>
  )
}

/** Black on white also on dark screens: cameras read nothing else. Attributes, because the page allows no inline styles. */
const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles["qr"]}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dots.join("")} />
    </svg>
  )
}
