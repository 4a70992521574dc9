import type { Request, WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { WebhookForm } from "./webhook-form.tsx"

interface EditWebhookDialogProps {
  readonly projectId: number
  readonly webhook: WebhookConfigurationModel
  readonly onSave: (body: Request<"webhook", "update">["payload"]) => Promise<void>
  readonly onClose: () => void
}

/** Settings of a webhook that exists. */
export const EditWebhookDialog = ({ projectId, webhook, onSave, onClose }: EditWebhookDialogProps) => {
  const t = useText()
  return (
    <Dialog title={t("webhook.edit")} isOpen onClose={onClose}>
      <WebhookForm
        projectId={projectId}
        webhook={webhook}
        action={t("action.save")}
        onSave={async (body) => {
          await onSave(body)
          onClose()
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
