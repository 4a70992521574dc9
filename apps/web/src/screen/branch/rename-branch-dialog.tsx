import { call } from "../../base/api/call.ts"
import type { BranchModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { TextField } from "../../widget/ui/text-field.tsx"

interface RenameBranchDialogProps {
  readonly projectId: number
  readonly branch: BranchModel
  readonly onRenamed: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Another name for a branch. */
export const RenameBranchDialog = ({ projectId, branch, onRenamed, onClose }: RenameBranchDialogProps) => {
  const t = useText()
  const { values, bind } = useFields({ name: branch.name })
  const form = useSubmit(async () => {
    const params = { projectId, branchId: branch.id }
    const { name } = await call("branch", "rename", { params, payload: { name: values.name.trim() } })
    await onRenamed(name)
    onClose()
  })
  return (
    <FormDialog
      title={t("branch.rename-of", { branch: branch.name })}
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={t("projects.name")}
        hint={t("branch.name-hint")}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        isRequired
        {...bind("name", form.fields)}
      />
    </FormDialog>
  )
}
