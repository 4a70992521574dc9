import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** More projects than people have work in. */
const projectsMax = 200

/** The work that waits for the user, by project, the projects that were opened last first. */
export const myWorkQuery = (recentIds: ReadonlyArray<number> | undefined) =>
  queryOptions({
    queryKey: ["my-work", recentIds],
    queryFn: async ({ signal }) => {
      const query = { size: projectsMax, firstId: recentIds }
      return (await call("myWork", "list", { query }, { signal }))._embedded?.projects ?? []
    },
    enabled: recentIds !== undefined,
    // The numbers change with each text that the user writes.
    staleTime: 0
  })
