import type { ReactNode } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { Form } from "./form.tsx"
import type { useSubmit } from "./submit.ts"

interface FormDialogProps {
  readonly title: string
  /** Label of the button that sends the form. */
  readonly action: string
  readonly form: Pick<ReturnType<typeof useSubmit>, "submit" | "message" | "isBusy">
  /** Why the form cannot be sent as it is; null: it can. */
  readonly disabledReason?: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog, with its way out. */
export const FormDialog = ({ title, action, form, disabledReason = null, onClose, children }: FormDialogProps) => {
  const t = useText()
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={form.submit} message={form.message}>
        {children}
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" type="submit" isPending={form.isBusy} disabledReason={disabledReason}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
