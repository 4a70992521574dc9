import { call } from "../../base/api/call.ts"
import type { ProjectModel, Request } from "../../base/api/contract.ts"
import { queryClient } from "../../base/api/query-client.ts"

type ProjectBody = Request<"project", "edit">["payload"]

/** Changes some settings of a project. The endpoint replaces all of them, so the others go along as they are. */
export const editProject = async (project: ProjectModel, changes: ProjectBody): Promise<void> => {
  const { id, name, slug, description, baseLanguage, useNamespaces, defaultNamespace, icuPlaceholders } = project
  await call("project", "edit", {
    params: { projectId: id },
    payload: {
      name,
      slug,
      description,
      baseLanguageId: baseLanguage?.id ?? null,
      useNamespaces,
      defaultNamespaceId: defaultNamespace?.id ?? null,
      icuPlaceholders,
      ...changes
    }
  })
  await queryClient.invalidateQueries({ queryKey: ["project", id] })
  await queryClient.invalidateQueries({ queryKey: ["projects"] })
}
