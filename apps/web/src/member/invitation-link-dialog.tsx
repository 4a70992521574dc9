import { useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { TextField } from "../ui/text-field.tsx"
import { invitationLink } from "./invitation-link.ts"
import styles from "./member-list-screen.module.css"

/** The link of a new invitation; the server sends no mail. */
export const InvitationLinkDialog = ({ code, onClose }: { readonly code: string; readonly onClose: () => void }) => {
  const t = useText()
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

interface InvitedNameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null | undefined
}

/** For whom an invitation is, as the list of invitations shows it. */
export const InvitedNameField = (props: InvitedNameFieldProps) => {
  const t = useText()
  return (
    <TextField label={t("invitation.name")} hint={t("invitation.name-hint")} autoFocus autoComplete="off" {...props} />
  )
}
