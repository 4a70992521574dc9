import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { TextField } from "../../widget/ui/text-field.tsx"

interface AddColumnDialogProps {
  readonly onAdd: (languageTag: string) => void
  readonly onClose: () => void
}

/** A language that neither the glossary nor a project of it has. */
export const AddColumnDialog = ({ onAdd, onClose }: AddColumnDialogProps) => {
  const t = useText()
  const texts = useFields({ languageTag: "" })
  const tag = texts.values.languageTag.trim()
  const form = useSubmit(async () => {
    if (tag === "" || tag.includes(",")) return
    onAdd(tag)
    onClose()
  })
  return (
    <FormDialog
      title={t("glossary.other-language")}
      action={t("action.add")}
      form={form}
      disabledReason={tag === "" || tag.includes(",") ? t("glossary.tag-hint") : null}
      onClose={onClose}
    >
      <TextField
        label={t("memory.language-tag")}
        hint={t("glossary.tag-hint")}
        autoFocus
        autoComplete="off"
        isRequired
        {...texts.bind("languageTag", form.fields)}
      />
    </FormDialog>
  )
}
