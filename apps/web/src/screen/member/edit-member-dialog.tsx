import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { MemberModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import {
  choiceOfPermission,
  type PermissionChoice,
  requestedLanguages
} from "../../feature/permission/permission-choice.ts"
import { PermissionFields } from "../../feature/permission/permission-fields.tsx"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import dialogStyles from "../../widget/ui/dialog.module.css"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { membersKey } from "./member-queries.ts"

interface EditMemberDialogProps {
  readonly projectId: number
  readonly member: MemberModel
  /** The value that the form begins with, in place of the member's own. */
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
