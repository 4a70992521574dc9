import { Download } from "lucide-react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { saveFile } from "../export/save-file.ts"
import styles from "./account.module.css"

interface RecoveryCodesDialogProps {
  readonly codes: ReadonlyArray<string>
  readonly onClose: () => void
}

/** The codes, which are shown this once: to copy, or as a file. */
export const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => {
  const t = useText()
  const text = codes.join("\n")
  return (
    <Dialog title={t("security.codes-title")} isOpen isDismissable={false} onClose={onClose}>
      <p>{t("security.codes-hint")}</p>
      <ul className={styles["codes"]} dir="ltr" aria-label={t("security.codes-title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={text} />
        <Button
          icon={<Download aria-hidden />}
          onPress={() => saveFile("dragoman-recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}
        >
          {t("security.download")}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {t("security.saved-codes")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
