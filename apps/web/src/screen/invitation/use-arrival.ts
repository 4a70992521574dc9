import { useNavigate } from "@tanstack/react-router"
import type { PublicInvitationModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { projectQuery } from "../../feature/project/project-queries.ts"
import { rememberProject } from "../../feature/project/remember-project.ts"
import { showToast } from "../../widget/toast/toast.ts"

/** Leads a person who has accepted an invitation to the work: translators to what waits for them, managers to the dashboard. */
export const useArrival = ({ projectId, projectName, organizationSlug, organizationName }: PublicInvitationModel) => {
  const t = useText()
  const navigate = useNavigate()

  const toProject = async (id: number): Promise<void> => {
    const params = { projectId: id }
    await rememberProject(id)
    const { scopes, translateLanguageIds } = (await queryClient.fetchQuery(projectQuery(id))).computedPermission
    if (scopes.includes("keys.edit") && translateLanguageIds === null) {
      await navigate({ to: "/projects/$projectId", params })
    } else if (scopes.includes("translations.edit") || scopes.includes("translations.state-edit")) {
      await navigate({ to: "/" })
    } else {
      await navigate({ to: "/projects/$projectId/translations", params })
    }
  }
  const toPlace = async (): Promise<void> => {
    if (projectId !== null) await toProject(projectId)
    else if (organizationSlug === null) await navigate({ to: "/" })
    else await navigate({ to: "/organizations/$slug", params: { slug: organizationSlug } })
  }
  return async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ["projects"] })
    await queryClient.invalidateQueries({ queryKey: ["my-work"] })
    await queryClient.invalidateQueries({ queryKey: ["organizations"] })
    // The invitation is accepted: a place that cannot be shown is no failure of that.
    await toPlace().catch(() => navigate({ to: "/" }))
    showToast({ kind: "done", text: t("invitation.accepted", { name: projectName ?? organizationName ?? "" }) })
  }
}
