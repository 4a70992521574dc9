import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel, PasswordResetLinkModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { Time } from "../../widget/ui/time.tsx"

interface PasswordLinkDialogProps {
  readonly user: AdministeredUserModel
  readonly onClose: () => void
}

/** A link with which the user sets a new password. It is made when it is asked for: an earlier one ends then. */
export const PasswordLinkDialog = ({ user, onClose }: PasswordLinkDialogProps) => {
  const t = useText()
  const [link, setLink] = useState<PasswordResetLinkModel | null>(null)
  const title = t("server.password-link-of", { name: user.name || user.username })
  const form = useSubmit(async () => {
    setLink(await call("administration", "createPasswordResetLink", { params: { userId: user.id } }))
  })
  if (link !== null) return <PasswordLinkView title={title} link={link} onClose={onClose} />
  return (
    <FormDialog title={title} action={t("server.make-link")} form={form} onClose={onClose}>
      <p>{t("server.password-link-ask")}</p>
    </FormDialog>
  )
}

interface PasswordLinkViewProps {
  readonly title: string
  readonly link: PasswordResetLinkModel
  readonly onClose: () => void
}

/** Shows the link once: the server does not keep it. */
export const PasswordLinkView = ({ title, link, onClose }: PasswordLinkViewProps) => {
  const t = useText()
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{t("server.password-link-hint")}</p>
      <CommandBlock text={link.url} copyLabel={t("server.copy-link")} />
      <p>
        {t("server.link-ends")} <Time at={link.expiresAt} style="exact" />
      </p>
      <DialogActions>
        <Button kind="primary" onPress={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
