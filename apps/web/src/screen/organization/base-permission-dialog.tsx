import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { choiceOfPermission } from "../../feature/permission/permission-choice.ts"
import { PermissionFields } from "../../feature/permission/permission-fields.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { organizationKey } from "./organization-queries.ts"

interface BasePermissionDialogProps {
  readonly organization: OrganizationModel
  readonly onClose: () => void
}

/** Edits the base permission, which counts where a member has no direct permission. */
export const BasePermissionDialog = ({ organization, onClose }: BasePermissionDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [choice, setChoice] = useState(() => choiceOfPermission(organization.basePermissions))
  const form = useSubmit(async () => {
    const params = { organization: organization.slug }
    await (choice.type === null
      ? call("organization", "setBaseScopes", { params, query: { scopes: choice.scopes } })
      : call("organization", "setBasePermissionType", { params: { ...params, permissionType: choice.type } }))
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
    for (const queryKey of [organizationKey(organization.slug), ["projects"], ["project"]]) {
      await client.invalidateQueries({ queryKey })
    }
  })
  return (
    <FormDialog
      title={t("organization.base-permission")}
      action={t("action.save")}
      form={form}
      disabledReason={choice.type === null && choice.scopes.length === 0 ? t("permission.choose-one") : null}
      onClose={onClose}
    >
      <PermissionFields projectId={null} value={choice} onChange={setChoice} />
    </FormDialog>
  )
}
