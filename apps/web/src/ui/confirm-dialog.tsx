import { type ReactNode, useState } from "react"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { useText } from "../texts/text.ts"
import { Button } from "./button.tsx"
import { Dialog, DialogActions } from "./dialog.tsx"
import { TextField } from "./text-field.tsx"

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** Of the button that does it. */
  readonly action: string
  /** What has to be typed before; absent: nothing. */
  readonly typed?: string
  /** Failures are shown in the dialog. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ title, children, action, typed, onConfirm, onClose }: ConfirmDialogProps) => {
  const t = useText()
  const [text, setText] = useState("")
  const isTyped = typed === undefined || text.trim() === typed
  const { submit, message, isBusy } = useSubmit(async () => {
    if (!isTyped) return
    await onConfirm()
    onClose()
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
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
          <Button
            kind="danger"
            type="submit"
            isPending={isBusy}
            disabledReason={isTyped ? null : t("confirm.type", { text: typed })}
          >
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
