import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { exactTime } from "../../widget/ui/time.tsx"
import { NewSecret } from "./secret-view.tsx"
import { webhooksKey } from "./webhook-queries.ts"

const hourMillis = 3_600_000

/** Durations in which both secrets sign. */
const overlaps = { none: 0, hour: hourMillis, day: 24 * hourMillis, week: 7 * 24 * hourMillis } as const

interface RotateSecretDialogProps {
  readonly projectId: number
  readonly webhook: WebhookConfigurationModel
  readonly onClose: () => void
}

/** A new secret; the present one signs for a while, too, so that the receiver loses nothing. */
export const RotateSecretDialog = ({ projectId, webhook, onClose }: RotateSecretDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof overlaps>("day")
  const [rotated, setRotated] = useState<WebhookConfigurationModel | null>(null)
  const { submit, message, isBusy } = useSubmit(async () => {
    const params = { projectId, id: webhook.id }
    setRotated(await call("webhook", "rotateSecret", { params, payload: { overlapMillis: overlaps[overlap] } }))
    await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
  })
  if (rotated !== null) {
    const until = rotated.previousSecretValidUntil
    return (
      <Dialog title={t("webhook.secret")} isOpen isDismissable={false} onClose={onClose}>
        <Callout kind="info">{t("webhook.secret-hint")}</Callout>
        <NewSecret secret={rotated.webhookSecret} />
        <p>
          {until === null
            ? t("webhook.only-new-signs")
            : t("webhook.both-sign", { time: exactTime(until, t.language) })}
        </p>
        <DialogActions>
          <Button kind="primary" onPress={onClose} autoFocus>
            {t("webhook.secret-saved")}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={t("webhook.rotate")} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
        <p>{t("webhook.rotate-hint")}</p>
        <Select<keyof typeof overlaps>
          label={t("webhook.overlap")}
          value={overlap}
          onChange={setOverlap}
          options={[
            { value: "none", label: t("webhook.overlap-none") },
            { value: "hour", label: t("webhook.overlap-hour") },
            { value: "day", label: t("webhook.overlap-day") },
            { value: "week", label: t("webhook.overlap-week") }
          ]}
        />
        {webhook.previousSecretValidUntil !== null && <Callout kind="warning">{t("webhook.rotate-again")}</Callout>}
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {t("webhook.rotate")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
