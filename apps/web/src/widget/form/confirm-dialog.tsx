import { type ReactNode, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { TextField } from "../ui/text-field.tsx"
import { Form } from "./form.tsx"
import { useSubmit } from "./submit.ts"

interface ConfirmDialogProps {
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  /** Label of the button that does it. */
  readonly action: string
  /** `primary`: nothing is lost by it. */
  readonly kind?: "primary" | "danger"
  /** Why it cannot be done yet; null: it can. */
  readonly obstacle?: string | null
  /** The text to type before; absent: nothing. */
  readonly typed?: string
  /** Failures are shown in the dialog. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something that cannot be undone, or concerns a lot. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  kind = "danger",
  obstacle = null,
  typed,
  onConfirm,
  onClose
}: ConfirmDialogProps) => {
  const t = useText()
  const [text, setText] = useState("")
  const isTyped = typed === undefined || text.trim() === typed
  const reason = obstacle ?? (isTyped ? null : t("confirm.type", { text: typed }))
  const { submit, error, isBusy } = useSubmit(async () => {
    if (reason !== null) return
    await onConfirm()
    onClose()
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={error === null ? null : errorSentence(error, t)}>
        {children}
        {typed !== undefined && (
          <TextField
            label={t("confirm.type", { text: typed })}
            autoFocus
            autoComplete="off"
            value={text}
            onChange={setText}
          />
        )}
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button kind={kind} type="submit" isPending={isBusy} disabledReason={reason}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
