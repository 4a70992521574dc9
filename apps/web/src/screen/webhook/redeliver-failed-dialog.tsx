import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { toDeliveryFilter } from "./delivery-search.ts"
import { deliveryCountQuery, webhooksKey } from "./webhook-queries.ts"

interface RedeliverFailedDialogProps {
  readonly projectId: number
  readonly webhookId: number
  readonly onClose: () => void
}

/** Sends again what was given up, since a day; says first how many that are. */
export const RedeliverFailedDialog = ({ projectId, webhookId, onClose }: RedeliverFailedDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [from, setFrom] = useState("")
  const { createdAfter } = toDeliveryFilter(from === "" ? {} : { from })
  const since = createdAfter === undefined ? {} : { createdAfter }
  const count = useQuery({ ...deliveryCountQuery(projectId, webhookId, { state: "FAILED", ...since }), staleTime: 0 })
  const { submit, message, isBusy } = useSubmit(async () => {
    if (!count.data) return
    const params = { projectId, id: webhookId }
    const sent = await call("webhookDelivery", "redeliverAll", { params, payload: { states: ["FAILED"], ...since } })
    onClose()
    showToast({ kind: "done", text: t("webhook.redelivering", { count: sent.count }) })
    await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
  })
  const found = count.data ?? 0
  return (
    <Dialog title={t("webhook.redeliver-failed")} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
        <p>{t("webhook.redeliver-failed-hint")}</p>
        <TextField
          type="date"
          label={t("webhook.since")}
          hint={t("webhook.since-hint")}
          value={from}
          onChange={setFrom}
        />
        <p aria-live="polite" aria-busy={count.isPending}>
          <strong>{count.isPending ? "…" : t("webhook.failed-count", { count: found })}</strong>
        </p>
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            isPending={isBusy}
            disabledReason={count.isSuccess && found === 0 ? t("webhook.failed-count", { count: 0 }) : null}
          >
            {t("webhook.redeliver")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
