import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** The key of all tasks of the caller, over projects. */
export const userTasksKey = ["user-tasks"] as const

/** Returns whether the caller has tasks in a project, open ones or closed ones. */
export const hasOwnTasksQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...userTasksKey, "has", projectId],
    queryFn: async ({ signal }) => {
      const query = { filterProject: [projectId], size: 1 }
      return (await call("userTask", "list", { query }, { signal })).page.totalElements > 0
    }
  })
