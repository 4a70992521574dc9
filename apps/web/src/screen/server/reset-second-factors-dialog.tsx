import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"

interface ResetSecondFactorsDialogProps {
  readonly user: AdministeredUserModel
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks, then removes all second factors of a user who lost the authenticator app. */
export const ResetSecondFactorsDialog = ({ user, onDone, onClose }: ResetSecondFactorsDialogProps) => {
  const t = useText()
  return (
    <ConfirmDialog
      title={t("server.reset-mfa-of", { name: user.name || user.username })}
      action={t("server.reset-mfa")}
      onConfirm={async () => {
        await call("administration", "resetSecondFactors", { params: { userId: user.id } })
        await onDone()
      }}
      onClose={onClose}
    >
      <p>{t("server.reset-mfa-hint")}</p>
    </ConfirmDialog>
  )
}
