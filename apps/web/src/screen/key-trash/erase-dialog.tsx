import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"

interface EraseDialogProps {
  readonly count: number
  /** Name of the key when it is one; null: several, or a key that is not shown any more. */
  readonly name: string | null
  readonly onErase: () => Promise<void>
  readonly onClose: () => void
}

/** Number of keys above which it has to be typed. */
const untypedMax = 1_000

/** Asks before keys are erased, with their texts and screenshots. */
export const EraseDialog = ({ count, name, onErase, onClose }: EraseDialogProps) => {
  const t = useText()
  return (
    <ConfirmDialog
      title={name === null ? t("trash.erase-count", { count }) : t("trash.erase-one", { name })}
      action={t("trash.erase")}
      {...(count > untypedMax ? { typed: String(count) } : {})}
      onConfirm={onErase}
      onClose={onClose}
    >
      <p>{t("trash.erase-hint", { count })}</p>
    </ConfirmDialog>
  )
}
