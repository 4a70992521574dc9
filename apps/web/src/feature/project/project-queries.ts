import { queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"

/** Projects of one page of the list; more are behind "Show more". */
export const projectPageSize = 50

export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) => call("project", "get", { params: { projectId } }, { signal })
  })

/** Organizations in which I may create projects. */
export const ownedOrganizationsQuery = queryOptions({
  queryKey: ["organizations", "owned"],
  queryFn: async ({ signal }) => {
    const query = { size: organizationsMax, filterCurrentUserOwner: true } as const
    return (await call("organization", "list", { query }, { signal }))._embedded.organizations
  }
})

/** The key of the statistics of all branches. */
export const projectStatsKey = (projectId: number) => ["project", projectId, "stats"] as const

/** Counts of the keys and texts of a branch; `branch` undefined: the default one. */
export const projectStatsQuery = (projectId: number, branch: string | undefined) =>
  queryOptions({
    queryKey: [...projectStatsKey(projectId), branch],
    queryFn: ({ signal }) => call("stats", "get", { params: { projectId }, query: { branch } }, { signal })
  })

export const languagesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "languages"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: languagesMax } }
      const { _embedded } = await call("language", "list", request, { signal })
      // The base first, always.
      return _embedded.languages.toSorted((one, other) => Number(other.base) - Number(one.base))
    }
  })

/** Namespaces with keys, and the default one of the project. */
export const usedNamespacesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "used-namespaces"],
    queryFn: async ({ signal }) =>
      (await call("namespace", "listUsed", { params: { projectId } }, { signal }))._embedded.namespaces
  })

/** The tags of the keys of a project. */
export const tagNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "tag-names"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: offeredNamesMax } }
      return (await call("tag", "list", request, { signal }))._embedded.tags.map(({ name }) => name)
    }
  })

/** Members that filters offer; others are found through the address. */
const offeredMembersMax = 200

/** The first members of a project by name, for those who may see them. */
export const memberNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "members", "names"],
    queryFn: async ({ signal }) => {
      const sort = [{ property: "name", direction: "asc" }] as const
      const request = { params: { projectId }, query: { size: offeredMembersMax, sort } }
      return (await call("member", "list", request, { signal }))._embedded?.users ?? []
    }
  })

/** The namespaces of a project that have a name, also those of deleted keys alone. */
export const namespacesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId, "namespaces"],
    queryFn: async ({ signal }) => {
      const request = { params: { projectId }, query: { size: offeredNamesMax } }
      return (await call("namespace", "list", request, { signal }))._embedded.namespaces
    }
  })

/** More names than a menu is good for. */
const offeredNamesMax = 1_000

/** More organizations than a user owns. */
const organizationsMax = 1_000

/** More languages than any project has. */
const languagesMax = 1_000
