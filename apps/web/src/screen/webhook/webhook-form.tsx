import { activityTypes } from "@dragoman/domain/activity"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import type { Request, WebhookConfigurationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { activityText } from "../../feature/activity/activity-text.ts"
import { languagesQuery, usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { DialogActions } from "../../widget/ui/dialog.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { BodyFields, type BodyKind, templateOf } from "./body-fields.tsx"
import { type EndpointHint, endpointHint } from "./endpoint-hint.ts"
import { HeaderFields, headerRowsOf, headersOfRows } from "./header-fields.tsx"

type WebhookBody = Request<"webhook", "create">["payload"]

interface WebhookFormProps {
  readonly projectId: number
  /** null: a new one. */
  readonly webhook: WebhookConfigurationModel | null
  readonly action: string
  readonly onSave: (body: WebhookBody) => Promise<void>
  readonly onClose: () => void
}

/** URL, filter, body and headers of a webhook. */
export const WebhookForm = ({ projectId, webhook, action, onSave, onClose }: WebhookFormProps) => {
  const t = useText()
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [isLeft, setLeft] = useState(false)
  const [types, setTypes] = useState<ReadonlyArray<string>>(webhook?.eventFilter?.activityTypes ?? [])
  const [namespaces, setNamespaces] = useState<ReadonlyArray<string>>(webhook?.eventFilter?.namespaces ?? [])
  const [languageTags, setLanguageTags] = useState<ReadonlyArray<string>>(webhook?.eventFilter?.languageTags ?? [])
  const [bodyKind, setBodyKind] = useState<BodyKind>(webhook?.bodyTemplate?.kind ?? "STANDARD")
  const [template, setTemplate] = useState(webhook?.bodyTemplate?.text ?? "")
  const [headers, setHeaders] = useState(headerRowsOf(webhook))
  const knownNamespaces = useQuery(usedNamespacesQuery(projectId))
  const languages = useQuery(languagesQuery(projectId))
  const { submit, error, fields, message, isBusy } = useSubmit(() =>
    onSave({
      url: url.trim(),
      eventFilter: filterOf(types, namespaces, languageTags, webhook?.eventFilter?.branches),
      bodyTemplate: templateOf(bodyKind, template),
      headers: headersOfRows(headers)
    })
  )
  const isUrlRefused = error instanceof ApiError && error.code === "url_not_valid"
  const hint = url.trim() === "" ? null : endpointHint(url.trim())
  // Names that only the filter knows stay in it.
  const namespaceNames = new Set(["", ...(knownNamespaces.data?.map(({ name }) => name ?? "") ?? []), ...namespaces])
  const tags = new Set([...(languages.data?.map(({ tag }) => tag) ?? []), ...languageTags])
  return (
    <Form onSubmit={submit} message={isUrlRefused ? null : message}>
      <TextField
        label={t("webhook.url")}
        type="url"
        autoFocus
        isRequired
        placeholder="https://"
        value={url}
        onChange={setUrl}
        onBlur={() => setLeft(true)}
        error={isUrlRefused ? t("webhook.url-refused") : fields["url"]}
        hint={t("webhook.url-hint")}
      />
      <div aria-live="polite">
        <UrlHint hint={isUrlRefused || (hint === "invalid" && !isLeft) ? null : hint} />
      </div>
      <Fieldset title={t("webhook.filter")}>
        <MultiSelect
          label={t("webhook.filter-types")}
          none={t("webhook.filter-all")}
          options={activityTypes
            .map((type) => ({ value: type, label: activityText(type, t) }))
            .toSorted((one, other) => one.label.localeCompare(other.label, t.language))}
          values={types}
          onChange={setTypes}
        />
        <MultiSelect
          label={t("webhook.filter-namespaces")}
          none={t("webhook.filter-any-namespace")}
          options={[...namespaceNames].map((name) => ({ value: name, label: name || t("filter.no-namespace") }))}
          values={namespaces}
          onChange={setNamespaces}
        />
        <MultiSelect
          label={t("webhook.filter-languages")}
          none={t("webhook.filter-any-language")}
          options={[...tags].map((tag) => ({ value: tag, label: `${languageName(tag, t.language)} (${tag})` }))}
          values={languageTags}
          onChange={setLanguageTags}
        />
      </Fieldset>
      <BodyFields
        projectId={projectId}
        webhookId={webhook?.id ?? null}
        kind={bodyKind}
        text={template}
        onChange={(kind, text) => {
          setBodyKind(kind)
          setTemplate(text)
        }}
        error={fields["bodyTemplate.text"]}
      />
      <HeaderFields rows={headers} onChange={setHeaders} fields={fields} />
      <DialogActions>
        <Button onPress={onClose}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Lists without an entry restrict nothing. */
const filterOf = (
  types: ReadonlyArray<string>,
  namespaces: ReadonlyArray<string>,
  languageTags: ReadonlyArray<string>,
  branches: ReadonlyArray<string> | null | undefined
): WebhookBody["eventFilter"] =>
  types.length + namespaces.length + languageTags.length + (branches?.length ?? 0) === 0
    ? null
    : {
        activityTypes: types.length === 0 ? null : activityTypes.filter((type) => types.includes(type)),
        namespaces: namespaces.length === 0 ? null : namespaces,
        languageTags: languageTags.length === 0 ? null : languageTags,
        // The form does not show them.
        branches: branches ?? null
      }

const UrlHint = ({ hint }: { readonly hint: EndpointHint | null }): ReactNode => {
  const t = useText()
  if (hint === null) return null
  return <Callout kind={hint === "invalid" ? "failed" : "warning"}>{t(`webhook.hint-${hint}`)}</Callout>
}
