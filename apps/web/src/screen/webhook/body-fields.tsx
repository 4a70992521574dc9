import { useMutation } from "@tanstack/react-query"
import { Eye } from "lucide-react"
import { call } from "../../base/api/call.ts"
import type { Request } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./webhook-form.module.css"

type BodyTemplate = NonNullable<Request<"webhook", "create">["payload"]["bodyTemplate"]>

export type BodyKind = BodyTemplate["kind"] | "STANDARD"

const bodyKinds: ReadonlyArray<BodyKind> = ["STANDARD", "SLACK", "DISCORD", "TEAMS", "GITHUB", "OWN"]

/** Returns the template for a request; null: the standard body. */
export const templateOf = (kind: BodyKind, text: string): BodyTemplate | null =>
  kind === "STANDARD" ? null : kind === "OWN" ? { kind, text } : { kind }

interface BodyFieldsProps {
  readonly projectId: number
  /** null: a new one. */
  readonly webhookId: number | null
  readonly kind: BodyKind
  readonly text: string
  readonly onChange: (kind: BodyKind, text: string) => void
  readonly error: string | undefined
}

/** Form of the bodies, with a preview of what is sent. */
export const BodyFields = ({ projectId, webhookId, kind, text, onChange, error }: BodyFieldsProps) => {
  const t = useText()
  const preview = useMutation({
    mutationFn: () =>
      call("webhook", "preview", {
        params: { projectId },
        payload: { webhookConfigId: webhookId, bodyTemplate: templateOf(kind, text) }
      })
  })
  const change = (changedKind: BodyKind, changedText: string) => {
    preview.reset()
    onChange(changedKind, changedText)
  }
  return (
    <Fieldset title={t("webhook.template")}>
      <Select
        label={t("webhook.template-kind")}
        value={kind}
        options={bodyKinds.map((value) => ({ value, label: t(`webhook.template-${value}`) }))}
        onChange={(value) => change(value, text)}
      />
      {kind === "OWN" && (
        <TextField
          label={t("webhook.template-text")}
          lines={8}
          value={text}
          onChange={(value) => change(kind, value)}
          error={error}
          hint={t("webhook.template-hint")}
        />
      )}
      <div className={styles["start"]}>
        <Button icon={<Eye aria-hidden />} isPending={preview.isPending} onPress={() => preview.mutate()}>
          {t("webhook.preview")}
        </Button>
      </div>
      <div aria-live="polite">
        {preview.isError && <Callout kind="failed">{errorSentence(preview.error, t)}</Callout>}
        {preview.data !== undefined && (
          <>
            <p>{t(`webhook.preview-${preview.data.event}`)}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={styles["body"]} dir="ltr" tabIndex={0}>
              {preview.data.body}
            </pre>
          </>
        )}
      </div>
    </Fieldset>
  )
}
