import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { type ListRequest, listQueryOf } from "../../base/api/list-query.ts"
import { organizationKey, organizationsKey } from "./organization-queries.ts"

/** The organizations that I belong to. */
export const organizationListQuery = (list: ListRequest) =>
  queryOptions({
    queryKey: [...organizationsKey, "mine", list.search, list.size],
    queryFn: async ({ signal }) => {
      const { _embedded, page } = await call("organization", "list", { query: listQueryOf(list) }, { signal })
      return { rows: _embedded.organizations, total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })

/** Projects that a dialog offers at most. */
export const offeredProjectsMax = 200

export const organizationProjectsQuery = (slug: string, list: ListRequest) =>
  queryOptions({
    queryKey: ["projects", "of-organization", slug, list.search, list.size],
    queryFn: async ({ signal }) => {
      const request = { params: { organization: slug }, query: listQueryOf(list) }
      const { _embedded, page } = await call("project", "listOfOrganizationWithStats", request, { signal })
      return { rows: _embedded.projects, total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })

export const organizationUsersQuery = (slug: string, list: ListRequest) =>
  queryOptions({
    queryKey: [...organizationKey(slug), "users", list.search, list.size],
    queryFn: async ({ signal }) => {
      const request = { params: { organization: slug }, query: listQueryOf(list) }
      const { _embedded, page } = await call("organization", "listUsers", request, { signal })
      return { rows: _embedded.usersInOrganization, total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })

export const organizationInvitationsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...organizationKey(slug), "invitations"],
    queryFn: async ({ signal }) => {
      const request = { params: { organization: slug } }
      return (await call("invitation", "listOfOrganization", request, { signal }))._embedded.organizationInvitations
    }
  })
