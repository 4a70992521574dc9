import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import type { ListRequest } from "../../base/api/list-query.ts"
import { organizationKey } from "./organization-queries.ts"

type List = Response<"translationMemory", "listWithStats">["_embedded"]
export type Memory = NonNullable<List>["translationMemories"][number]

type Projects = Response<"translationMemory", "listAssignedProjects">["_embedded"]
export type AssignedProject = NonNullable<Projects>["assignedProjects"][number]

type Rows = Response<"translationMemoryEntry", "list">["_embedded"]
export type MemoryRow = NonNullable<Rows>["translationMemoryRows"][number]
export type MemoryCell = MemoryRow["cells"][number]

/** The key of everything about the memories of an organization: changes make all of it stale. */
export const memoriesKey = (slug: string) => [...organizationKey(slug), "memories"] as const

const searchOf = (search: string) => (search === "" ? {} : { search })

export const memoryListQuery = (slug: string, list: ListRequest) =>
  queryOptions({
    queryKey: [...memoriesKey(slug), "list", list.search, list.size],
    queryFn: async ({ signal }) => {
      const request = { params: { organization: slug }, query: { size: list.size, ...searchOf(list.search) } }
      const { _embedded, page } = await call("translationMemory", "listWithStats", request, { signal })
      return { rows: _embedded?.translationMemories ?? [], total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })

/** The numbers of sources in memories, by id. */
export const memoryCountsQuery = (slug: string, ids: ReadonlyArray<number>) =>
  queryOptions({
    queryKey: [...memoriesKey(slug), "counts", ids],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => {
      const request = { params: { organization: slug }, query: { ids } }
      return (await call("translationMemory", "countEntries", request, { signal })).counts
    },
    enabled: ids.length > 0
  })

export const memoryQuery = (slug: string, translationMemoryId: number) =>
  queryOptions({
    queryKey: [...memoriesKey(slug), translationMemoryId, "profile"],
    queryFn: ({ signal }) =>
      call("translationMemory", "get", { params: { organization: slug, translationMemoryId } }, { signal })
  })

export const assignedProjectsQuery = (slug: string, translationMemoryId: number) =>
  queryOptions({
    queryKey: [...memoriesKey(slug), translationMemoryId, "projects"],
    queryFn: async ({ signal }) => {
      const params = { organization: slug, translationMemoryId }
      const { _embedded } = await call("translationMemory", "listAssignedProjects", { params }, { signal })
      return _embedded?.assignedProjects ?? []
    }
  })

/** The contents of a memory: stored sources, and keys of projects. */
export const memoryRowsQuery = (slug: string, translationMemoryId: number, list: ListRequest) =>
  queryOptions({
    queryKey: [...memoriesKey(slug), translationMemoryId, "rows", list.search, list.size],
    queryFn: async ({ signal }) => {
      const params = { organization: slug, translationMemoryId }
      const query = { size: list.size, ...searchOf(list.search) }
      const { _embedded, page } = await call("translationMemoryEntry", "list", { params, query }, { signal })
      return { rows: _embedded?.translationMemoryRows ?? [], total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })
