import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmedAction } from "../../widget/form/confirmed-action.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { organizationKey, organizationsKey } from "./organization-queries.ts"

interface OrganizationEndProps {
  readonly organization: OrganizationModel
  /** Why I cannot delete it; null: I can. */
  readonly needsOwner: string | null
}

/** Leaving an organization, and deleting it with its projects. */
export const OrganizationEnd = ({ organization, needsOwner }: OrganizationEndProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { name, slug } = organization
  const params = { organization: slug }
  /** The organization and its projects may be out of sight now, so the screen goes first. */
  const goAway = async (text: string) => {
    await navigate({ to: "/organizations" })
    for (const queryKey of [organizationKey(slug), ["project"]]) client.removeQueries({ queryKey })
    for (const queryKey of [organizationsKey, ["projects"]]) await client.invalidateQueries({ queryKey })
    showToast({ kind: "done", text })
  }
  return (
    <>
      <ConfirmedAction
        title={t("organization.leave")}
        hint={t("organization.leave-hint")}
        question={t("settings.leave-of", { name })}
        onConfirm={async () => {
          await call("organization", "leave", { params })
          await goAway(t("settings.left", { name }))
        }}
      />
      <ConfirmedAction
        title={t("organization.delete")}
        hint={t("organization.delete-hint")}
        question={t("settings.delete-of", { name })}
        typed={name}
        isDangerous
        disabledReason={needsOwner}
        onConfirm={async () => {
          await call("organization", "delete", { params })
          await goAway(t("settings.deleted", { name }))
        }}
      />
    </>
  )
}
