import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { choiceOfPermission, type PermissionChoice, requestedLanguages } from "../permission/permission-choice.ts"
import { PermissionFields } from "../permission/permission-fields.tsx"
import { useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { TextField } from "../ui/text-field.tsx"
import { invitationLink } from "./invitation-link.ts"
import styles from "./member-list-screen.module.css"
import { membersKey } from "./member-queries.ts"

interface InviteDialogProps {
  readonly projectId: number
  readonly initial?: PermissionChoice
  readonly onClose: () => void
}

/** Makes an invitation and shows its link; the server sends no mail. */
export const InviteDialog = ({ projectId, initial, onClose }: InviteDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState("")
  const [choice, setChoice] = useState(initial ?? choiceOfPermission(null))
  const [code, setCode] = useState<string | null>(null)
  const { submit, message, fields, isBusy } = useSubmit(async () => {
    const invitation = await call("invitation", "inviteToProject", {
      params: { projectId },
      payload: {
        ...(choice.type === null ? { scopes: choice.scopes } : { type: choice.type }),
        ...requestedLanguages(choice),
        name: name.trim() === "" ? null : name.trim()
      }
    })
    setCode(invitation.code)
    await client.invalidateQueries({ queryKey: membersKey(projectId) })
  })
  if (code !== null) {
    return (
      <Dialog title={t("invitation.link")} isOpen onClose={onClose}>
        <p>{t("invitation.link-hint")}</p>
        <code className={styles["link"]}>{invitationLink(code)}</code>
        <DialogActions>
          <CopyButton text={invitationLink(code)} label={t("invitation.copy")} />
          <Button kind="primary" onPress={onClose}>
            {t("action.close")}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={t("member.invite")} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
        <TextField
          label={t("invitation.name")}
          hint={t("invitation.name-hint")}
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
          error={fields["name"]}
        />
        <PermissionFields projectId={projectId} value={choice} onChange={setChoice} />
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            isPending={isBusy}
            disabledReason={choice.type === null && choice.scopes.length === 0 ? t("permission.choose-one") : null}
          >
            {t("invitation.make-link")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
