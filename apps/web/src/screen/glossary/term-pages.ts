import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { call } from "../../base/api/call.ts"
import { glossariesKey, type ListedTerm } from "../../feature/glossary/glossary-queries.ts"
import { useSettledRows } from "../translation-list/key-pages.ts"
import { keysPerPage, neededPages, type VisibleRows } from "../translation-list/needed-pages.ts"

/** The terms of a glossary that match a search, with their texts in the shown languages. */
export interface TermListRequest {
  readonly slug: string
  readonly glossaryId: number
  readonly search: string
  /** Without the base language. */
  readonly tags: ReadonlyArray<string>
}

const listKey = ({ slug, glossaryId, search, tags }: TermListRequest) =>
  [...glossariesKey, slug, glossaryId, "terms", search, tags] as const

interface TermPage {
  readonly terms: ReadonlyArray<ListedTerm>
  readonly total: number
}

/** The list as the API takes it. An empty list of languages would stand for all of them. */
const listRequest = ({ slug, glossaryId, search, tags }: TermListRequest, baseLanguageTag: string) => ({
  params: { organization: slug, glossaryId },
  query: { languageTags: [baseLanguageTag, ...tags], ...(search === "" ? {} : { search }) }
})

const pageQuery = (request: TermListRequest, baseLanguageTag: string, page: number) =>
  queryOptions({
    queryKey: [...listKey(request), page],
    queryFn: async ({ signal }): Promise<TermPage> => {
      const { params, query } = listRequest(request, baseLanguageTag)
      const paged = { params, query: { ...query, page, size: keysPerPage } }
      const { _embedded, page: info } = await call("glossaryTerm", "listWithTranslations", paged, { signal })
      return { terms: _embedded?.glossaryTerms ?? [], total: info.totalElements }
    },
    // A list does not change its order under the caret: it is read again on request.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false
  })

/** Random access to the terms of a glossary: reads the pages around the rows that are shown. */
export const useTermPages = (request: TermListRequest, baseLanguageTag: string) => {
  const client = useQueryClient()
  const lastKnownTotal = useRef<{ readonly list: string; readonly total: number } | null>(null)
  const list = JSON.stringify(listKey(request))
  const known = lastKnownTotal.current?.list === list ? lastKnownTotal.current.total : null
  const { settled, show } = useSettledRows(known)
  const pages = neededPages(settled, known)
  const results = useQueries({ queries: pages.map((page) => pageQuery(request, baseLanguageTag, page)) })
  const total = results.find((result) => result.data !== undefined)?.data?.total ?? known
  if (total !== null) lastKnownTotal.current = { list, total }
  const dataOf = (page: number): TermPage | undefined =>
    results[pages.indexOf(page)]?.data ?? client.getQueryData(pageQuery(request, baseLanguageTag, page).queryKey)
  return {
    /** null: not known yet. */
    total,
    show: (visible: VisibleRows) => show(visible),
    /** The term at a place of the list; null: it is on its way. */
    termAt: (index: number): ListedTerm | null =>
      dataOf(Math.floor(index / keysPerPage))?.terms[index % keysPerPage] ?? null,
    error: results.find((result) => result.isError)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    /** The ids of the terms from one place of the list to another, both included; reads the pages that are not there. */
    idsBetween: async (first: number, last: number): Promise<ReadonlyArray<number>> => {
      const ids: Array<number> = []
      const firstPage = Math.floor(first / keysPerPage)
      for (let page = firstPage; page <= Math.floor(last / keysPerPage); page++) {
        const { terms } = await client.ensureQueryData(pageQuery(request, baseLanguageTag, page))
        ids.push(...terms.map(({ id }) => id))
      }
      return ids.slice(first - firstPage * keysPerPage, last - firstPage * keysPerPage + 1)
    },
    /** The ids of all terms that match. */
    allIds: async (): Promise<ReadonlyArray<number>> =>
      (await call("glossaryTerm", "listIds", listRequest(request, baseLanguageTag)))._embedded?.longList ?? []
  }
}

/** Changes one term wherever the cache has it. */
export const patchTerm = (
  client: QueryClient,
  { slug, glossaryId }: Pick<TermListRequest, "slug" | "glossaryId">,
  termId: number,
  change: (term: ListedTerm) => ListedTerm
): void => {
  client.setQueriesData<TermPage>({ queryKey: [...glossariesKey, slug, glossaryId, "terms"] }, (page) => {
    if (page === undefined || !page.terms.some(({ id }) => id === termId)) return page
    return { ...page, terms: page.terms.map((term) => (term.id === termId ? change(term) : term)) }
  })
}

/** Returns the term with another text in a language; an empty one is none. */
export const withText = (term: ListedTerm, languageTag: string, text: string): ListedTerm => {
  const others = term.translations.filter((one) => one.languageTag !== languageTag)
  return { ...term, translations: text === "" ? others : [...others, { languageTag, text }] }
}
