import { type PromptOption, promptOptions } from "@dragoman/domain/machine-translation"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { type Prompt, promptsKey } from "../../feature/machine-translation/service-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Fieldset } from "../../widget/form/fieldset.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./machine-translation.module.css"
import { availableProvidersQuery, defaultTemplateQuery } from "./machine-translation-queries.ts"
import { PromptExample } from "./prompt-example.tsx"

interface PromptDialogProps {
  readonly project: ProjectModel
  /** null: a new one. */
  readonly prompt: Prompt | null
  readonly onClose: () => void
}

/** The provider that the operator, or an owner, made the usual one. */
const defaultProvider = "default"

/** Name and provider of a prompt, with blocks of the default template or a template of its own, and an example. */
export const PromptDialog = ({ project, prompt, onClose }: PromptDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const projectId = project.id
  const slug = project.organizationOwner?.slug ?? null
  const { values, bind } = useFields({ name: prompt?.name ?? "" })
  const [providerName, setProviderName] = useState(prompt?.providerName ?? defaultProvider)
  const [isOwn, setOwn] = useState(typeof prompt?.template === "string")
  /** null: not changed yet. */
  const [template, setTemplate] = useState(prompt?.template ?? null)
  const [options, setOptions] = useState<ReadonlyArray<PromptOption>>(prompt?.basicPromptOptions ?? promptOptions)
  const defaultTemplate = useQuery({ ...defaultTemplateQuery(projectId), enabled: isOwn && template === null })
  const { data: providers = [] } = useQuery({ ...availableProvidersQuery(slug ?? ""), enabled: slug !== null })
  const providerNames = new Set([defaultProvider, ...providers.map(({ name }) => name), providerName])
  const content = {
    template: isOwn ? (template ?? defaultTemplate.data ?? null) : null,
    basicPromptOptions: isOwn || options.length === promptOptions.length ? null : options
  }
  const form = useSubmit(async () => {
    const payload = { name: values.name.trim(), providerName, ...content }
    await (prompt === null
      ? call("prompt", "create", { params: { projectId }, payload })
      : call("prompt", "update", { params: { projectId, promptId: prompt.id }, payload }))
    await client.invalidateQueries({ queryKey: promptsKey(projectId) })
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  const title = prompt === null ? t("prompt.create") : t("prompt.edit-of", { name: prompt.name })
  return (
    <FormDialog title={title} action={t("action.save")} form={form} onClose={onClose}>
      <TextField label={t("projects.name")} autoFocus autoComplete="off" isRequired {...bind("name", form.fields)} />
      <Select
        label={t("prompt.provider")}
        value={providerName}
        options={[...providerNames].map((name) => ({
          value: name,
          label: name === defaultProvider ? t("prompt.default-provider") : name
        }))}
        error={form.fields["providerName"] ?? null}
        onChange={setProviderName}
      />
      <Select
        label={t("prompt.content")}
        value={isOwn ? "own" : "default"}
        options={[
          { value: "default", label: t("prompt.with-default") },
          { value: "own", label: t("prompt.with-template") }
        ]}
        onChange={(value) => setOwn(value === "own")}
      />
      {isOwn ? (
        template === null ? (
          <QueryState query={defaultTemplate} skeleton="240px">
            {(text) => <TemplateField template={text} error={form.fields["template"]} onChange={setTemplate} />}
          </QueryState>
        ) : (
          <TemplateField template={template} error={form.fields["template"]} onChange={setTemplate} />
        )
      ) : (
        <Fieldset title={t("prompt.blocks")}>
          {promptOptions.map((option) => (
            <Checkbox
              key={option}
              isSelected={options.includes(option)}
              onChange={(isOn) =>
                setOptions(promptOptions.filter((one) => (one === option ? isOn : options.includes(one))))
              }
            >
              {t(`prompt.block-${option}`)}
            </Checkbox>
          ))}
        </Fieldset>
      )}
      <PromptExample projectId={projectId} draft={{ ...content, provider: providerName }} />
    </FormDialog>
  )
}

interface TemplateFieldProps {
  readonly template: string
  readonly error: string | undefined
  readonly onChange: (template: string) => void
}

const TemplateField = ({ template, error, onChange }: TemplateFieldProps) => {
  const t = useText()
  return (
    <div className={styles["template"]}>
      <TextAreaField
        label={t("prompt.template")}
        hint={t("prompt.template-hint")}
        rows={12}
        value={template}
        onChange={onChange}
        error={error ?? null}
      />
    </div>
  )
}
