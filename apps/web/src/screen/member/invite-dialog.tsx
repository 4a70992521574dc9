import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import {
  choiceOfPermission,
  type PermissionChoice,
  requestedLanguages
} from "../../feature/permission/permission-choice.ts"
import { PermissionFields } from "../../feature/permission/permission-fields.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import {
  InvitationLinkDialog,
  InvitedEmailField,
  InvitedNameField,
  type MadeInvitation
} from "./invitation-link-dialog.tsx"
import { membersKey } from "./member-queries.ts"

interface InviteDialogProps {
  readonly projectId: number
  readonly initial?: PermissionChoice
  readonly onClose: () => void
}

/** Makes an invitation and shows its link. */
export const InviteDialog = ({ projectId, initial, onClose }: InviteDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState("")
  const [choice, setChoice] = useState(initial ?? choiceOfPermission(null))
  const [email, setEmail] = useState("")
  const [made, setMade] = useState<MadeInvitation | null>(null)
  const form = useSubmit(async () => {
    const invitation = await call("invitation", "inviteToProject", {
      params: { projectId },
      payload: {
        ...(choice.type === null ? { scopes: choice.scopes } : { type: choice.type }),
        ...requestedLanguages(choice),
        name: name.trim() === "" ? null : name.trim(),
        email: email.trim() === "" ? null : email.trim()
      }
    })
    setMade(invitation)
    await client.invalidateQueries({ queryKey: membersKey(projectId) })
  })
  if (made !== null) return <InvitationLinkDialog invitation={made} onClose={onClose} />
  return (
    <FormDialog
      title={t("member.invite")}
      action={t("invitation.make-link")}
      form={form}
      disabledReason={choice.type === null && choice.scopes.length === 0 ? t("permission.choose-one") : null}
      onClose={onClose}
    >
      <InvitedNameField value={name} onChange={setName} error={form.fields["name"]} />
      <InvitedEmailField value={email} onChange={setEmail} error={form.fields["email"]} />
      <PermissionFields projectId={projectId} value={choice} onChange={setChoice} hasNone={false} />
    </FormDialog>
  )
}
