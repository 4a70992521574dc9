import type { Scope } from "@dragoman/domain/permission"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { RevealedProjectApiKeyModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ScopeTree } from "../../feature/permission/scope-tree.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { RadioCards } from "../../widget/ui/radio-cards.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { apiKeysKey } from "./api-key-queries.ts"
import { createApiKey, type Lifetime } from "./create-api-key.ts"
import { isTemplateAvailable, type KeyTemplate, keyTemplates } from "./key-template.ts"
import { LifetimeSelect } from "./lifetime-select.tsx"

const templateNames = Object.keys(keyTemplates) as ReadonlyArray<KeyTemplate>

interface CreateApiKeyDialogProps {
  readonly projectId: number
  /** Mine, expanded: a key has no more. */
  readonly ownScopes: ReadonlyArray<Scope>
  readonly onCreated: (key: RevealedProjectApiKeyModel) => void
  readonly onClose: () => void
}

/** Asks for the purpose of the key or its scopes one by one, and its lifetime. */
export const CreateApiKeyDialog = ({ projectId, ownScopes, onCreated, onClose }: CreateApiKeyDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [description, setDescription] = useState("")
  const [template, setTemplate] = useState<KeyTemplate | "custom">(
    templateNames.find((name) => isTemplateAvailable(name, ownScopes)) ?? "custom"
  )
  const [chosen, setChosen] = useState<ReadonlyArray<Scope>>([])
  const [lifetime, setLifetime] = useState<Lifetime>("d90")
  const scopes = template === "custom" ? chosen : keyTemplates[template]
  const form = useSubmit(async () => {
    const key = await createApiKey({
      projectId,
      scopes,
      description: description.trim() || (template === "custom" ? "" : t(`api-key.template-${template}`)),
      lifetime
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
      <LifetimeSelect value={lifetime} onChange={setLifetime} />
    </FormDialog>
  )
}
