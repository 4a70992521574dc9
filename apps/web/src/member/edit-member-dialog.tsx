import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { MemberModel } from "../api/contract.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { choiceOfPermission, type PermissionChoice, requestedLanguages } from "../permission/permission-choice.ts"
import { PermissionFields } from "../permission/permission-fields.tsx"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Button } from "../ui/button.tsx"
import dialogStyles from "../ui/dialog.module.css"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { membersKey } from "./member-queries.ts"

interface EditMemberDialogProps {
  readonly projectId: number
  readonly member: MemberModel
  /** What the form shows first, in place of what the member has. */
  readonly initial?: PermissionChoice
  readonly onClose: () => void
}

/** The direct permission of a member: another one, or none. */
export const EditMemberDialog = ({ projectId, member, initial, onClose }: EditMemberDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [choice, setChoice] = useState(
    initial ?? choiceOfPermission(member.directPermission ?? member.computedPermission)
  )
  const name = member.name || member.username
  const params = { projectId, userId: member.id }
  const finish = async (text: string) => {
    onClose()
    showToast({ kind: "done", text })
    await client.invalidateQueries({ queryKey: ["project", projectId] })
    await client.invalidateQueries({ queryKey: membersKey(projectId) })
  }
  const saving = useSubmit(async () => {
    await (choice.type === null
      ? call("member", "setScopes", { params, query: { scopes: choice.scopes, ...requestedLanguages(choice) } })
      : call("member", "setPermissionType", {
          params: { ...params, permissionType: choice.type },
          query: requestedLanguages(choice)
        }))
    await finish(t("member.saved", { name }))
  })
  const removing = useSubmit(async () => {
    await call("member", member.organizationRole === null ? "revokeAccess" : "resetToOrganization", { params })
    await finish(t(member.organizationRole === null ? "member.removed" : "member.was-reset", { name }))
  })
  return (
    <Dialog title={t("member.edit", { name })} isOpen onClose={onClose}>
      <Form onSubmit={saving.submit} message={saving.message ?? removing.message}>
        <PermissionFields projectId={projectId} value={choice} onChange={setChoice} />
        <DialogActions>
          {(member.organizationRole === null || member.directPermission !== null) && (
            <Button
              kind={member.organizationRole === null ? "danger" : "secondary"}
              isPending={removing.isBusy}
              onPress={() => removing.submit({ preventDefault: () => {} })}
            >
              {t(member.organizationRole === null ? "member.remove" : "member.reset")}
            </Button>
          )}
          <span className={dialogStyles["answers"]}>
            <Button onPress={onClose}>{t("action.cancel")}</Button>
            <Button
              kind="primary"
              type="submit"
              isPending={saving.isBusy}
              disabledReason={choice.type === null && choice.scopes.length === 0 ? t("permission.choose-one") : null}
            >
              {t("action.save")}
            </Button>
          </span>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
