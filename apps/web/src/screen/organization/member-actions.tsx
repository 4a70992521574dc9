import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel, OrganizationUserModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import styles from "./organization.module.css"
import { organizationKey } from "./organization-queries.ts"
import { roleText } from "./role-text.ts"

const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

interface MemberActionsProps {
  readonly organization: OrganizationModel
  readonly user: OrganizationUserModel
  /** Why I cannot change members; null: I can. */
  readonly needsOwner: string | null
}

/** Another role for a member, and the end of the membership. */
export const MemberActions = ({ organization, user, needsOwner }: MemberActionsProps) => {
  const t = useText()
  const me = useUser()
  const client = useQueryClient()
  const write = useWrite()
  const [isRemoving, setRemoving] = useState(false)
  const name = user.name || user.username
  const params = { organization: organization.slug, userId: user.id }
  const refresh = () => client.invalidateQueries({ queryKey: organizationKey(organization.slug) })
  const other = user.organizationRole === "OWNER" ? "MEMBER" : "OWNER"
  const setRole = () =>
    write(
      async () => {
        await call("organization", "setUserRole", { params, payload: { roleType: other } })
        await refresh()
      },
      t("member.saved", { name })
    )
  const isMe = user.id === me.id
  return (
    <div className={styles["actions"]}>
      {user.organizationRole !== null && (
        <Button
          aria-label={`${t("server.make", { role: t(roleText(other)) })}: ${name}`}
          onPress={setRole}
          disabledReason={needsOwner ?? (isMe ? t("organization.not-own-role") : null)}
        >
          {t("server.make", { role: t(roleText(other)) })}
        </Button>
      )}
      <Button
        kind="quiet"
        aria-label={t("organization.remove-of", { name })}
        onPress={() => setRemoving(true)}
        disabledReason={needsOwner ?? (isMe ? t("organization.leave-in-settings") : null)}
      >
        {t("organization.remove")}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={t("organization.remove-of", { name })}
          action={t("organization.remove")}
          onConfirm={async () => {
            await call("organization", "removeUser", { params })
            await refresh()
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t("organization.remove-hint")}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
