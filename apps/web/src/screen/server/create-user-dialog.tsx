import type { ServerRole } from "@dragoman/domain/permission"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { CreatedUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { RadioCards } from "../../widget/ui/radio-cards.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { PasswordLinkView } from "./password-link-dialog.tsx"
import { serverRolesOffered, serverRoleText } from "./server-role-text.ts"

interface CreateUserDialogProps {
  readonly onClose: () => void
  readonly onChanged: () => Promise<unknown>
}

/** A new account: its user sets the password with a link, or gets one that is set here. */
export const CreateUserDialog = ({ onClose, onChanged }: CreateUserDialogProps) => {
  const t = useText()
  const { values, bind } = useFields({ username: "", name: "", password: "" })
  const [role, setRole] = useState<ServerRole>("USER")
  const [way, setWay] = useState<"link" | "now">("link")
  const [created, setCreated] = useState<CreatedUserModel | null>(null)
  const form = useSubmit(async () => {
    const payload = {
      username: values.username.trim(),
      name: values.name,
      globalServerRole: role,
      password: way === "now" ? values.password : null
    }
    const user = await call("administration", "createUser", { payload })
    await onChanged()
    if (user.passwordResetLink === null) {
      showToast({ kind: "done", text: t("server.user-created", { name: user.name }) })
      onClose()
    } else setCreated(user)
  })
  if (created !== null && created.passwordResetLink !== null) {
    return (
      <PasswordLinkView
        title={t("server.user-created", { name: created.name })}
        link={created.passwordResetLink}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t("server.create-user")}
      action={t("server.create-user")}
      form={form}
      disabledReason={way === "now" && values.password === "" ? t("server.password-missing") : null}
      onClose={onClose}
    >
      <TextField
        label={t("login.username")}
        hint={t("server.username-hint")}
        autoComplete="off"
        autoFocus
        {...bind("username", form.fields)}
      />
      <TextField label={t("account.name")} autoComplete="off" {...bind("name", form.fields)} />
      <Select<ServerRole>
        label={t("server.role")}
        value={role}
        onChange={setRole}
        options={serverRolesOffered.map((value) => ({ value, label: t(serverRoleText(value)) }))}
      />
      <RadioCards<"link" | "now">
        label={t("login.password")}
        value={way}
        onChange={setWay}
        options={[
          { value: "link", title: t("server.password-by-link"), description: t("server.password-by-link-hint") },
          { value: "now", title: t("server.password-now"), description: t("server.password-now-hint") }
        ]}
      />
      {way === "now" && (
        <TextField
          label={t("server.first-password")}
          type="password"
          autoComplete="new-password"
          {...bind("password", form.fields)}
        />
      )}
    </FormDialog>
  )
}
