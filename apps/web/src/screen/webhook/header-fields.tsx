import { Plus, X } from "lucide-react"
import type { Request, WebhookConfigurationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./webhook-form.module.css"

/** A header in the form. `isSet`: the server has a value, which an empty field keeps. */
export interface HeaderRow {
  readonly key: number
  readonly name: string
  readonly value: string
  readonly isSet: boolean
}

/** Returns the rows of the headers that a webhook has. */
export const headerRowsOf = (webhook: WebhookConfigurationModel | null): ReadonlyArray<HeaderRow> =>
  (webhook?.headers ?? []).map(({ name, isSet }, key) => ({ key, name, value: "", isSet }))

/** Returns the headers for a request. */
export const headersOfRows = (rows: ReadonlyArray<HeaderRow>): Request<"webhook", "create">["payload"]["headers"] =>
  rows.map(({ name, value, isSet }) => ({ name: name.trim(), ...(isSet && value === "" ? {} : { value }) }))

interface HeaderFieldsProps {
  readonly rows: ReadonlyArray<HeaderRow>
  readonly onChange: (rows: ReadonlyArray<HeaderRow>) => void
  /** The server's messages by field. */
  readonly fields: Readonly<Record<string, string>>
}

/** Names and values of the headers that each request has. */
export const HeaderFields = ({ rows, onChange, fields }: HeaderFieldsProps) => {
  const t = useText()
  const change = (key: number, changed: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1
  return (
    <Fieldset title={t("webhook.headers")}>
      <p>{t("webhook.headers-hint")}</p>
      {fields["headers"] !== undefined && <Callout kind="failed">{fields["headers"]}</Callout>}
      {rows.map(({ key, name, value, isSet }, index) => (
        <div key={key} className={styles["header"]}>
          <TextField
            label={t("webhook.header-name", { number: index + 1 })}
            value={name}
            onChange={(changed) => change(key, { name: changed })}
            error={fields[`headers[${index}].name`]}
            autoComplete="off"
          />
          <TextField
            label={t("webhook.header-value", { number: index + 1 })}
            type="password"
            value={value}
            onChange={(changed) => change(key, { value: changed })}
            error={fields[`headers[${index}].value`]}
            autoComplete="off"
            {...(isSet ? { placeholder: t("webhook.header-set") } : {})}
          />
          <Button
            aria-label={t("webhook.header-remove", { number: index + 1 })}
            icon={<X aria-hidden />}
            onPress={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <div className={styles["start"]}>
        <Button
          icon={<Plus aria-hidden />}
          onPress={() => onChange([...rows, { key: nextKey, name: "", value: "", isSet: false }])}
        >
          {t("webhook.header-add")}
        </Button>
      </div>
    </Fieldset>
  )
}
