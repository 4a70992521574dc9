import { useNavigate } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { PublicInvitationModel } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { languagesQuery, projectQuery } from "../../feature/project/project-queries.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { parseStates, printStates, toListQuery } from "../translation-list/list-search.ts"
import { type FirstTask, firstTasks } from "./first-tasks.ts"

/** Leads a person who has accepted an invitation to the work, and says what waits there. */
export const useArrival = ({ projectId, projectName, organizationSlug, organizationName }: PublicInvitationModel) => {
  const t = useText()
  const navigate = useNavigate()
  const welcome = t("invitation.accepted", { name: projectName ?? organizationName ?? "" })

  const toProject = async (id: number): Promise<string> => {
    const params = { projectId: id }
    const [project, languages] = await Promise.all([
      queryClient.fetchQuery(projectQuery(id)),
      queryClient.fetchQuery(languagesQuery(id))
    ])
    const tasks = firstTasks(project, languages, t)
    const names = ({ languages: tags }: FirstTask) =>
      new Intl.ListFormat(t.language).format(tags.map((tag) => languageName(tag, t.language)))
    for (const task of tasks) {
      const count = await countTexts(id, task)
      if (count === 0) continue
      await navigate({ to: "/projects/$projectId/translations", params, search: task.search })
      return t(task.kind === "review" ? "invitation.review-waits" : "invitation.translate-waits", {
        languages: names(task),
        count
      })
    }
    const [task] = tasks
    if (task === undefined && project.computedPermission.scopes.includes("keys.edit")) {
      await navigate({ to: "/projects/$projectId", params })
      return welcome
    }
    await navigate({ to: "/projects/$projectId/translations", params })
    return task === undefined ? welcome : t("invitation.nothing-waits", { languages: names(task) })
  }
  const toPlace = async (): Promise<string> => {
    if (projectId !== null) return toProject(projectId)
    if (organizationSlug === null) await navigate({ to: "/" })
    else await navigate({ to: "/organizations/$slug", params: { slug: organizationSlug } })
    return welcome
  }
  return async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ["projects"] })
    await queryClient.invalidateQueries({ queryKey: ["organizations"] })
    // The invitation is accepted: a place that cannot be shown is no failure of that.
    const text = await toPlace().catch(async () => {
      await navigate({ to: "/" })
      return welcome
    })
    showToast({ kind: "done", text })
  }
}

/** Keys whose text waits, in each language by itself. */
const countTexts = async (projectId: number, { search }: FirstTask): Promise<number> => {
  const counts = await Promise.all(
    parseStates(search["state"]).map(async (filter) => {
      const query = { ...toListQuery({ state: printStates([filter]) }, [filter.languageTag]), size: 1 }
      return (await call("translationList", "list", { params: { projectId }, query })).page.totalElements
    })
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
