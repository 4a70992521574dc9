import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { NewSecret } from "./secret-view.tsx"
import { WebhookForm } from "./webhook-form.tsx"
import { webhooksKey } from "./webhook-queries.ts"

interface CreateWebhookDialogProps {
  readonly projectId: number
  readonly onClose: () => void
}

/** The settings, then the secret, then the new webhook. */
export const CreateWebhookDialog = ({ projectId, onClose }: CreateWebhookDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<WebhookConfigurationModel | null>(null)
  if (created === null) {
    return (
      <Dialog title={t("webhook.create")} isOpen onClose={onClose}>
        <WebhookForm
          projectId={projectId}
          webhook={null}
          action={t("webhook.create")}
          onSave={async (payload) => {
            setCreated(await call("webhook", "create", { params: { projectId }, payload }))
            await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
          }}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  const open = () => {
    onClose()
    void navigate({
      to: "/projects/$projectId/webhooks/$webhookId",
      params: { projectId, webhookId: created.id },
      search: {}
    })
  }
  return (
    <Dialog title={t("webhook.secret")} isOpen isDismissable={false} onClose={open}>
      <Callout kind="info">{t("webhook.secret-hint")}</Callout>
      <NewSecret secret={created.webhookSecret} />
      <DialogActions>
        <Button kind="primary" onPress={open} autoFocus>
          {t("webhook.secret-saved")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
