import { useState } from "react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import type { AdministeredUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"

interface DeleteUserDialogProps {
  readonly user: AdministeredUserModel
  readonly onClose: () => void
  readonly onChanged: () => Promise<unknown>
}

interface OwnedOrganization {
  readonly id: number
  readonly name: string
}

/** Deletes an account; asks once more when organizations would be left without an owner. */
export const DeleteUserDialog = ({ user, onClose, onChanged }: DeleteUserDialogProps) => {
  const t = useText()
  const [owned, setOwned] = useState<ReadonlyArray<OwnedOrganization>>([])
  const [isWithOrganizations, setWithOrganizations] = useState(false)
  const remove = async () => {
    const query = isWithOrganizations ? { deleteOwnedOrganizations: true } : {}
    try {
      await call("administration", "deleteUser", { params: { userId: user.id }, query })
    } catch (error) {
      if (error instanceof ApiError && error.code === "user_is_only_owner_of_organizations") {
        setOwned(error.params as ReadonlyArray<OwnedOrganization>)
      }
      throw error
    }
    await onChanged()
  }
  return (
    <ConfirmDialog
      title={t("server.delete-user", { name: user.name || user.username })}
      action={t("server.delete")}
      typed={user.username}
      obstacle={owned.length > 0 && !isWithOrganizations ? t("server.owned-obstacle") : null}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("server.delete-hint")}</p>
      {owned.length > 0 && (
        <>
          <p id="owned-organizations">{t("server.owned-organizations")}</p>
          <ul aria-labelledby="owned-organizations">
            {owned.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <Checkbox isSelected={isWithOrganizations} onChange={setWithOrganizations}>
            {t("server.delete-owned")}
          </Checkbox>
        </>
      )}
    </ConfirmDialog>
  )
}
