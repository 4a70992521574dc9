import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LabelModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { LabelChip } from "../../feature/label/label-chip.tsx"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./project-settings.module.css"

interface LabelDialogProps {
  readonly projectId: number
  /** null: a new one. */
  readonly label: LabelModel | null
  /** Labels of the project: the next one begins with another colour. */
  readonly labelCount: number
  readonly onClose: () => void
}

/** Colours that new labels begin with. */
const firstColors = ["#1D58B8", "#11693C", "#B02318", "#C27A00", "#6B3FB0", "#00808A", "#A83279", "#5A6371"]

/** Name, colour and description of a label. */
export const LabelDialog = ({ projectId, label, labelCount, onClose }: LabelDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const { values, bind } = useFields({ name: label?.name ?? "", description: label?.description ?? "" })
  const [color, setColor] = useState(label?.color ?? firstColors[labelCount % firstColors.length] ?? "#5A6371")
  const name = values.name.trim()
  const description = values.description.trim() || null
  const form = useSubmit(async () => {
    const payload = { name, color, description }
    await (label === null
      ? call("label", "create", { params: { projectId }, payload })
      : call("label", "update", { params: { projectId, labelId: label.id }, payload }))
    await client.invalidateQueries({ queryKey: ["project", projectId] })
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
  })
  const title = label === null ? t("label.create") : t("label.edit-of", { label: label.name })
  return (
    <FormDialog title={title} action={t("action.save")} form={form} onClose={onClose}>
      <TextField label={t("projects.name")} autoFocus autoComplete="off" isRequired {...bind("name", form.fields)} />
      <label className={styles["color"]}>
        <span>{t("label.color")}</span>
        <input type="color" value={color} onChange={(event) => setColor(event.target.value.toUpperCase())} />
        {name !== "" && <LabelChip label={{ id: label?.id ?? 0, name, color, description }} />}
      </label>
      <TextField
        label={t("server.description")}
        hint={t("label.description-hint")}
        lines={2}
        {...bind("description", form.fields)}
      />
    </FormDialog>
  )
}
