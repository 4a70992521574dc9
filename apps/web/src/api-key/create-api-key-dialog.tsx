import type { Scope } from "@dragoman/domain/permission"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { RevealedProjectApiKeyModel } from "../api/contract.ts"
import { FormDialog } from "../form/form-dialog.tsx"
import { useSubmit } from "../form/submit.ts"
import { ScopeTree } from "../permission/scope-tree.tsx"
import { useText } from "../texts/text.ts"
import { RadioCards } from "../ui/radio-cards.tsx"
import { Select } from "../ui/select.tsx"
import { TextField } from "../ui/text-field.tsx"
import { apiKeysKey } from "./api-key-queries.ts"
import { isTemplateAvailable, type KeyTemplate, keyTemplates } from "./key-template.ts"

const templateNames = Object.keys(keyTemplates) as ReadonlyArray<KeyTemplate>

const dayMillis = 86_400_000
const lifetimes = { d30: 30, d90: 90, d365: 365, never: null } as const

interface CreateApiKeyDialogProps {
  readonly projectId: number
  /** Mine, expanded: a key has no more. */
  readonly ownScopes: ReadonlyArray<Scope>
  readonly onCreated: (key: RevealedProjectApiKeyModel) => void
  readonly onClose: () => void
}

/** What the key is for, or its scopes one by one; and when it ends. */
export const CreateApiKeyDialog = ({ projectId, ownScopes, onCreated, onClose }: CreateApiKeyDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [description, setDescription] = useState("")
  const [template, setTemplate] = useState<KeyTemplate | "custom">(
    templateNames.find((name) => isTemplateAvailable(name, ownScopes)) ?? "custom"
  )
  const [chosen, setChosen] = useState<ReadonlyArray<Scope>>([])
  const [lifetime, setLifetime] = useState<keyof typeof lifetimes>("d90")
  const scopes = template === "custom" ? chosen : keyTemplates[template]
  const form = useSubmit(async () => {
    const days = lifetimes[lifetime]
    const key = await call("projectApiKey", "create", {
      payload: {
        projectId,
        scopes,
        description: description.trim() || (template === "custom" ? "" : t(`api-key.template-${template}`)),
        expiresAt: days === null ? null : Date.now() + days * dayMillis
      }
    })
    onClose()
    onCreated(key)
    await client.invalidateQueries({ queryKey: apiKeysKey(projectId) })
  })
  return (
    <FormDialog
      title={t("api-key.create")}
      action={t("api-key.create")}
      form={form}
      disabledReason={scopes.length === 0 ? t("permission.choose-one") : null}
      onClose={onClose}
    >
      <TextField
        label={t("api-key.name")}
        hint={t("api-key.name-hint")}
        autoFocus
        autoComplete="off"
        value={description}
        onChange={setDescription}
        error={form.fields["description"]}
      />
      <RadioCards
        label={t("api-key.for")}
        value={template}
        onChange={(value) => {
          if (value === "custom") setChosen(scopes)
          setTemplate(value)
        }}
        options={[
          ...templateNames.map((name) => ({
            value: name,
            title: t(`api-key.template-${name}`),
            description: new Intl.ListFormat(t.language, { type: "unit" }).format(
              keyTemplates[name].map((scope) => t(`scope.${scope}`))
            ),
            isDisabled: !isTemplateAvailable(name, ownScopes)
          })),
          { value: "custom", title: t("api-key.custom"), description: t("api-key.custom-hint") }
        ]}
      />
      {template === "custom" && (
        <ScopeTree label={t("permission.scopes")} chosen={chosen} available={ownScopes} onChange={setChosen} />
      )}
      <Select<keyof typeof lifetimes>
        label={t("api-key.expires")}
        value={lifetime}
        onChange={setLifetime}
        options={[
          { value: "d30", label: t("api-key.days", { count: 30 }) },
          { value: "d90", label: t("api-key.days", { count: 90 }) },
          { value: "d365", label: t("api-key.days", { count: 365 }) },
          { value: "never", label: t("api-key.never") }
        ]}
      />
    </FormDialog>
  )
}
