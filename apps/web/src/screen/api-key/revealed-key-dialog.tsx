import { expandScopes } from "@dragoman/domain/permission"
import { useState } from "react"
import type { RevealedProjectApiKeyModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { Tabs } from "../../widget/ui/tabs.tsx"
import styles from "./api-key-list-screen.module.css"
import { defaultFilePath, pullFilesCommand, pushCommand } from "./key-commands.ts"

interface RevealedKeyDialogProps {
  readonly apiKey: RevealedProjectApiKeyModel
  readonly onClose: () => void
}

/** A key that is shown once, and complete commands with it. */
export const RevealedKeyDialog = ({ apiKey, onClose }: RevealedKeyDialogProps) => {
  const t = useText()
  const [selected, setSelected] = useState("key")
  const { origin } = window.location
  const { key } = apiKey
  const scopes = expandScopes(apiKey.scopes)
  const facts = { server: origin, apiKey: key, path: defaultFilePath }
  // Those that the key may run.
  const commands = [
    ...(scopes.includes("translations.view") ? [pullFilesCommand(facts)] : []),
    ...(scopes.includes("keys.create") && scopes.includes("translations.edit") ? [pushCommand(facts)] : [])
  ]
  const codes = [
    { id: "key", title: t("api-key.key"), code: key },
    ...(commands.length === 0 ? [] : [{ id: "cli", title: "CLI", code: commands.join("\n") }]),
    { id: "env", title: ".env", code: `VITE_APP_TOLGEE_API_URL=${origin}\nVITE_APP_TOLGEE_API_KEY=${key}` }
  ]
  return (
    <Dialog title={t("api-key.created")} isOpen isDismissable={false} onClose={onClose}>
      <Callout kind="info">{t("api-key.once")}</Callout>
      <Tabs
        label={t("api-key.use")}
        selected={selected}
        onSelect={setSelected}
        tabs={codes.map(({ id, title, code }) => ({
          id,
          title,
          content: (
            <div className={styles["code"]}>
              <pre>{code}</pre>
              <CopyButton text={code} />
            </div>
          )
        }))}
      />
      <DialogActions>
        <Button kind="primary" onPress={onClose}>
          {t("webhook.secret-saved")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
