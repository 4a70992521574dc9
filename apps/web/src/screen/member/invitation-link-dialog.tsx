import { useQuery } from "@tanstack/react-query"
import type { ProjectInvitationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { invitationLink } from "./invitation-link.ts"
import styles from "./member-list-screen.module.css"

/** A new invitation, as far as the dialog shows it. */
export type MadeInvitation = Pick<ProjectInvitationModel, "code" | "invitedUserEmail" | "mailQueued">

interface InvitationLinkDialogProps {
  readonly invitation: MadeInvitation
  readonly onClose: () => void
}

/** The link of a new invitation, and whether it is mailed too. */
export const InvitationLinkDialog = ({ invitation, onClose }: InvitationLinkDialogProps) => {
  const t = useText()
  const { code, invitedUserEmail: email, mailQueued } = invitation
  return (
    <Dialog title={t("invitation.link")} isOpen onClose={onClose}>
      {mailQueued && email !== null && (
        <Callout kind="done" isNews>
          <p>{t("invitation.mailed", { email })}</p>
        </Callout>
      )}
      <p>{t(email === null ? "invitation.link-hint" : "invitation.link-hint-email")}</p>
      <code className={styles["link"]}>{invitationLink(code)}</code>
      <DialogActions>
        <Button onPress={onClose}>{t("action.close")}</Button>
        <CopyButton kind="primary" text={invitationLink(code)} label={t("invitation.copy")} />
      </DialogActions>
    </Dialog>
  )
}

interface InvitedFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null | undefined
}

/** Only a user with the address can accept; the server mails the link where it can. */
export const InvitedEmailField = (props: InvitedFieldProps) => {
  const t = useText()
  const isMailed = useQuery(serverConfigurationQuery).data?.passwordResettable === true
  return (
    <TextField
      label={t("invitation.email")}
      type="email"
      hint={t(isMailed ? "invitation.email-hint-mail" : "invitation.email-hint")}
      autoComplete="off"
      {...props}
    />
  )
}

/** The invited person, as the list of invitations shows it. */
export const InvitedNameField = (props: InvitedFieldProps) => {
  const t = useText()
  return (
    <TextField label={t("invitation.name")} hint={t("invitation.name-hint")} autoFocus autoComplete="off" {...props} />
  )
}
