import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { TextField } from "../../widget/ui/text-field.tsx"

interface EditUserDialogProps {
  readonly user: AdministeredUserModel
  readonly onClose: () => void
  readonly onChanged: () => Promise<unknown>
}

/** The name and the user name of an account. */
export const EditUserDialog = ({ user, onClose, onChanged }: EditUserDialogProps) => {
  const t = useText()
  const { values, bind } = useFields({ username: user.username, name: user.name })
  const form = useSubmit(async () => {
    const payload = { username: values.username.trim(), name: values.name }
    await call("administration", "editUser", { params: { userId: user.id }, payload })
    await onChanged()
    onClose()
  })
  return (
    <FormDialog
      title={t("server.edit-user", { name: user.name || user.username })}
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <TextField label={t("account.name")} autoComplete="off" autoFocus {...bind("name", form.fields)} />
      <TextField
        label={t("login.username")}
        hint={t("server.username-hint")}
        autoComplete="off"
        {...bind("username", form.fields)}
      />
    </FormDialog>
  )
}
