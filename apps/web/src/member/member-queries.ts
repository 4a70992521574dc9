import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/call.ts"

/** Members of one request; larger projects are searched. */
const membersMax = 200

export const membersKey = (projectId: number) => ["project", projectId, "members"] as const

export const memberListQuery = (projectId: number, search: string) =>
  queryOptions({
    queryKey: [...membersKey(projectId), "list", search],
    queryFn: ({ signal }) =>
      call(
        "member",
        "list",
        {
          params: { projectId },
          query: {
            size: membersMax,
            sort: [{ property: "name", direction: "asc" }],
            ...(search === "" ? {} : { search })
          }
        },
        { signal }
      )
  })

/** One member; null: the user is none. */
export const memberQuery = (projectId: number, userId: number) =>
  queryOptions({
    queryKey: [...membersKey(projectId), "one", userId],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call(
        "member",
        "list",
        { params: { projectId }, query: { filterId: [userId] } },
        { signal }
      )
      return _embedded.users[0] ?? null
    }
  })

export const invitationListQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...membersKey(projectId), "invitations"],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call("invitation", "listOfProject", { params: { projectId } }, { signal })
      return _embedded.invitations
    }
  })
