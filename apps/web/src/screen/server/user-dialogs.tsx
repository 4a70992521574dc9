import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { CreateUserDialog } from "./create-user-dialog.tsx"
import { DeleteUserDialog } from "./delete-user-dialog.tsx"
import { EditUserDialog } from "./edit-user-dialog.tsx"
import { PasswordLinkDialog } from "./password-link-dialog.tsx"
import { ResetSecondFactorsDialog } from "./reset-second-factors-dialog.tsx"
import { UserSessionsDialog } from "./user-sessions-dialog.tsx"

/** The dialogs of an administrator. */
export type UserAction =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "link" | "sessions" | "reset" | "delete"; readonly user: AdministeredUserModel }

interface UserDialogProps {
  readonly action: UserAction
  readonly onClose: () => void
  /** Something has changed that the list shows. */
  readonly onChanged: () => Promise<unknown>
}

export const UserDialog = ({ action, onClose, onChanged }: UserDialogProps) => {
  switch (action.kind) {
    case "create":
      return <CreateUserDialog onClose={onClose} onChanged={onChanged} />
    case "edit":
      return <EditUserDialog user={action.user} onClose={onClose} onChanged={onChanged} />
    case "link":
      return <PasswordLinkDialog user={action.user} onClose={onClose} />
    case "sessions":
      return <UserSessionsDialog user={action.user} onClose={onClose} />
    case "reset":
      return <ResetSecondFactorsDialog user={action.user} onDone={onChanged} onClose={onClose} />
    case "delete":
      return <DeleteUserDialog user={action.user} onClose={onClose} onChanged={onChanged} />
  }
}
