import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import type { ListRequest } from "../../base/api/list-query.ts"
import { glossariesKey } from "../../feature/glossary/glossary-queries.ts"

type List = Response<"glossary", "listWithStats">["_embedded"]

/** A glossary in the list of its organization. */
export type ListedGlossary = NonNullable<List>["glossaries"][number]

/** The facts about a glossary that its dialog edits. */
export type GlossaryFacts = Pick<ListedGlossary, "id" | "name" | "baseLanguageTag">

type Projects = Response<"glossary", "listAssignedProjects">["_embedded"]

export type AssignedProject = NonNullable<Projects>["projects"][number]

export const glossaryListQuery = (slug: string, list: ListRequest) =>
  queryOptions({
    queryKey: [...glossariesKey, slug, "list", list.search, list.size],
    queryFn: async ({ signal }) => {
      const sort = [{ property: "name", direction: "asc" }] as const
      const query = { size: list.size, sort, ...(list.search === "" ? {} : { search: list.search }) }
      const { _embedded, page } = await call(
        "glossary",
        "listWithStats",
        { params: { organization: slug }, query },
        { signal }
      )
      return { rows: _embedded?.glossaries ?? [], total: page.totalElements }
    },
    placeholderData: keepPreviousData
  })

export const glossaryQuery = (slug: string, glossaryId: number) =>
  queryOptions({
    queryKey: [...glossariesKey, slug, glossaryId, "profile"],
    queryFn: ({ signal }) => call("glossary", "get", { params: { organization: slug, glossaryId } }, { signal })
  })

export const assignedProjectsQuery = (slug: string, glossaryId: number) =>
  queryOptions({
    queryKey: [...glossariesKey, slug, glossaryId, "projects"],
    queryFn: async ({ signal }): Promise<ReadonlyArray<AssignedProject>> => {
      const params = { organization: slug, glossaryId }
      return (await call("glossary", "listAssignedProjects", { params }, { signal }))._embedded?.projects ?? []
    }
  })

/** Languages that the console offers for a glossary at most. */
const offeredMax = 200

/** The tags that a glossary may get texts in: those that it has, then those of the projects that use it. */
export const offeredTagsQuery = (slug: string, glossaryId: number) =>
  queryOptions({
    queryKey: [...glossariesKey, slug, glossaryId, "languages"],
    queryFn: async ({ signal, client }): Promise<ReadonlyArray<string>> => {
      const params = { organization: slug, glossaryId }
      const [used, projects] = await Promise.all([
        call("glossary", "listLanguages", { params }, { signal }),
        client.fetchQuery(assignedProjectsQuery(slug, glossaryId))
      ])
      const projectIds = projects.map(({ id }) => id)
      const request = { params: { organization: slug }, query: { projectIds, size: offeredMax } }
      const ofProjects =
        projectIds.length === 0 ? null : await call("organization", "listLanguages", request, { signal })
      return [
        ...new Set([
          ...(used._embedded?.glossaryLanguageDtoList ?? []).map(({ tag }) => tag),
          ...(ofProjects?._embedded?.languages ?? []).map(({ tag }) => tag)
        ])
      ]
    }
  })
