import { useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { keyText } from "./key-text.ts"

interface LlmProviderDialogProps {
  readonly slug: string
  /** null: a new one. */
  readonly provider: Response<"llmProvider", "create"> | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

const types = ["OPENAI", "OPENAI_AZURE", "ANTHROPIC", "GOOGLE_AI"] as const
const formats = ["json_schema", "json_object", "text"] as const
const priorities = ["HIGH", "LOW"] as const

/** The option for null. */
const unset = ""

/** Access to a language model: protocol, address, key and model. */
export const LlmProviderDialog = ({ slug, provider, onSaved, onClose }: LlmProviderDialogProps) => {
  const t = useText()
  const [type, setType] = useState(provider?.type ?? "OPENAI")
  const [priority, setPriority] = useState<string>(provider?.priority ?? unset)
  const [format, setFormat] = useState<string>(provider?.format ?? unset)
  const [removesKey, setRemovesKey] = useState(false)
  const { values, bind } = useFields({
    name: provider?.name ?? "",
    model: provider?.model ?? "",
    apiUrl: provider?.apiUrl ?? "",
    apiKey: "",
    deployment: provider?.deployment ?? "",
    reasoningEffort: provider?.reasoningEffort ?? ""
  })
  const hasKey = provider !== null && provider.apiKey !== null
  const form = useSubmit(async () => {
    const { apiKey, ...texts } = values
    const payload = {
      ...texts,
      deployment: type === "OPENAI_AZURE" ? texts.deployment : null,
      type,
      priority: priority === unset ? null : priority,
      format: format === unset ? null : format,
      // A field that is absent keeps the stored key.
      ...(removesKey ? { apiKey: null } : apiKey.trim() === "" ? {} : { apiKey: apiKey.trim() })
    }
    await (provider === null
      ? call("llmProvider", "create", { params: { organization: slug }, payload })
      : call("llmProvider", "update", { params: { organization: slug, llmProviderId: provider.id }, payload }))
    await onSaved()
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  const isAddressRefused = form.error instanceof ApiError && form.error.code === "url_not_valid"
  const address = bind("apiUrl", form.fields)
  const title = provider === null ? t("llm-provider.add") : t("llm-provider.edit-of", { name: provider.name })
  return (
    <FormDialog
      title={title}
      action={t("action.save")}
      form={isAddressRefused ? { ...form, message: null } : form}
      onClose={onClose}
    >
      <TextField
        label={t("projects.name")}
        hint={t("llm-provider.name-hint")}
        autoFocus
        autoComplete="off"
        isRequired
        {...bind("name", form.fields)}
      />
      <Select
        label={t("llm-provider.type")}
        value={type}
        options={types.map((value) => ({ value, label: t(`llm-provider.type-${value}`) }))}
        error={form.fields["type"] ?? null}
        onChange={setType}
      />
      <TextField label={t("llm-provider.model")} autoComplete="off" {...bind("model", form.fields)} />
      {type === "OPENAI_AZURE" && (
        <TextField
          label={t("llm-provider.deployment")}
          autoComplete="off"
          isRequired
          {...bind("deployment", form.fields)}
        />
      )}
      <TextField
        label={t("llm-provider.address")}
        hint={t("llm-provider.address-hint", { setting: "DRAGOMAN_MT_ALLOW" })}
        type="url"
        autoComplete="off"
        {...address}
        error={
          isAddressRefused
            ? t("llm-provider.address-refused", { allow: "DRAGOMAN_MT_ALLOW", ports: "DRAGOMAN_WEBHOOK_PORTS" })
            : address.error
        }
      />
      <TextField
        label={t("llm-provider.key")}
        type="password"
        autoComplete="off"
        isDisabled={removesKey}
        {...(hasKey ? { hint: t("llm-provider.key-stays", { key: keyText(provider.apiKey, t) }) } : {})}
        {...bind("apiKey", form.fields)}
      />
      {hasKey && (
        <Checkbox isSelected={removesKey} onChange={setRemovesKey}>
          {t("llm-provider.remove-key")}
        </Checkbox>
      )}
      <Select
        label={t("llm-provider.priority")}
        value={priority}
        options={[
          { value: unset, label: t("llm-provider.priority-both") },
          ...priorities.map((value) => ({ value: value as string, label: t(`llm-provider.priority-${value}`) }))
        ]}
        error={form.fields["priority"] ?? null}
        onChange={setPriority}
      />
      <Select
        label={t("llm-provider.format")}
        value={format}
        options={[
          { value: unset, label: t("llm-provider.format-any") },
          ...formats.map((value) => ({ value: value as string, label: value }))
        ]}
        error={form.fields["format"] ?? null}
        onChange={setFormat}
      />
      <TextField
        label={t("llm-provider.effort")}
        hint={t("llm-provider.effort-hint")}
        autoComplete="off"
        {...bind("reasoningEffort", form.fields)}
      />
    </FormDialog>
  )
}
