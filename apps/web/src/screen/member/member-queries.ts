import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { type ListRequest, listQueryOf } from "../../base/api/list-query.ts"

export const membersKey = (projectId: number) => ["project", projectId, "members"] as const

/** Members by name: those that match a search, as many as asked for. */
export const memberListQuery = (projectId: number, list: ListRequest) =>
  queryOptions({
    queryKey: [...membersKey(projectId), "list", list.search, list.size],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: listQueryOf(list) }
      const { _embedded, page } = await call("member", "list", request, { signal })
      return { rows: _embedded.users, total: page.totalElements }
    },
    placeholderData: keepPreviousData
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
