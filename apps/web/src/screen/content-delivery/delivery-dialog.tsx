import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { ExportFields } from "../export/export-fields.tsx"
import { exportFormatsQuery } from "../export/export-queries.ts"
import { contentStorageListQuery } from "./content-delivery-queries.ts"
import { type ContentDelivery, choiceOf, deliveryBodyOf, settingsOf } from "./delivery-body.ts"

interface DeliveryDialogProps {
  readonly projectId: number
  /** null: a new one. */
  readonly delivery: ContentDelivery | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

/** The option for the storage of the server. */
const serverStorage = "server"

/** Name, place and export of a content delivery. */
export const DeliveryDialog = ({ projectId, delivery, onSaved, onClose }: DeliveryDialogProps) => {
  const t = useText()
  const languages = useQuery(languagesQuery(projectId)).data ?? []
  const formats = useQuery(exportFormatsQuery).data ?? []
  const storages = useQuery(contentStorageListQuery(projectId)).data ?? []
  const branch = useBranch()
  const [settings, setSettings] = useState(() => settingsOf(delivery))
  const [choice, setChoice] = useState(() => choiceOf(delivery, branch))
  const change = (changes: Partial<typeof settings>) => setSettings((before) => ({ ...before, ...changes }))
  const form = useSubmit(async () => {
    const payload = deliveryBodyOf(delivery, settings, choice)
    await (delivery === null
      ? call("contentDelivery", "create", { params: { projectId }, payload })
      : call("contentDelivery", "update", { params: { projectId, id: delivery.id }, payload }))
    await onSaved()
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <FormDialog
      title={delivery === null ? t("content-delivery.create") : t("content-delivery.edit-of", { name: delivery.name })}
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t("projects.name")}
        autoFocus
        isRequired
        autoComplete="off"
        maxLength={100}
        value={settings.name}
        error={form.fields["name"]}
        onChange={(name) => change({ name })}
      />
      <ExportFields
        projectId={projectId}
        languages={languages}
        formats={formats}
        choice={choice}
        messages={form.fields}
        hasStates={!settings.reviewedOnly}
        onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
      />
      <Checkbox isSelected={settings.reviewedOnly} onChange={(reviewedOnly) => change({ reviewedOnly })}>
        {t("content-delivery.reviewed-only")}
      </Checkbox>
      {storages.length > 0 && (
        <Select
          label={t("content-delivery.storage")}
          value={settings.storageId === null ? serverStorage : String(settings.storageId)}
          options={[
            { value: serverStorage, label: t("content-delivery.server-storage") },
            ...storages.map(({ id, name }) => ({ value: String(id), label: name }))
          ]}
          error={form.fields["contentStorageId"] ?? null}
          onChange={(value) => change({ storageId: value === serverStorage ? null : Number(value) })}
        />
      )}
      {settings.storageId !== null && (
        <TextField
          label={t("content-delivery.slug")}
          hint={t("content-delivery.slug-hint")}
          autoComplete="off"
          maxLength={60}
          value={settings.slug}
          error={form.fields["slug"]}
          onChange={(slug) => change({ slug })}
        />
      )}
      <Checkbox isSelected={settings.autoPublish} onChange={(autoPublish) => change({ autoPublish })}>
        {t("content-delivery.auto-publish")}
      </Checkbox>
      <Checkbox
        isSelected={settings.pruneBeforePublish}
        onChange={(pruneBeforePublish) => change({ pruneBeforePublish })}
      >
        {t("content-delivery.prune")}
      </Checkbox>
      <Checkbox isSelected={settings.zip} onChange={(zip) => change({ zip })}>
        {t("content-delivery.zip")}
      </Checkbox>
    </FormDialog>
  )
}
