import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ListedKeyModel, ListedTranslationModel, TranslationListModel } from "../../base/api/contract.ts"
import { filtersOf, type ListQuery, type ListSearch, sortOf, toListQuery } from "./list-search.ts"
import { keysPerPage, neededPages, type VisibleRows } from "./needed-pages.ts"

/** Pages that stay in memory; those that were seen longest ago go first. */
const pagesMax = 30

/** Scrolling faster than this does not read what passes by. */
const fastRowsPerFrame = 30
const fastPauseMillis = 60

export interface KeyPagesRequest {
  readonly projectId: number
  readonly search: ListSearch
  readonly languages: ReadonlyArray<string>
}

const listKey = ({ projectId, search, languages }: KeyPagesRequest) =>
  ["project", projectId, "translations", { branch: search.branch, ...filtersOf(search) }, languages] as const

const pageQuery = (request: KeyPagesRequest, page: number) =>
  queryOptions({
    queryKey: [...listKey(request), page],
    queryFn: ({ signal }): Promise<TranslationListModel> => {
      const query: ListQuery = {
        ...toListQuery(request.search, request.languages),
        page,
        size: keysPerPage,
        sort: sortOf(request.search, request.languages)
      }
      return call("translationList", "list", { params: { projectId: request.projectId }, query }, { signal })
    },
    // A list does not change its order under the caret: it is read again on request.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false
  })

export interface KeyPages {
  /** null: not known yet. */
  readonly total: number | null
  /** The rows that are visible now. */
  readonly show: (visible: VisibleRows) => void
  /** The key at a place of the list; null: it is on its way. */
  readonly keyAt: (index: number) => ListedKeyModel | null
  readonly error: unknown
  readonly retry: () => void
  /** Reads the list again, with the keys that match now. */
  readonly refresh: () => Promise<void>
  /** The same, while what was read before stays in sight. */
  readonly readAgain: () => Promise<void>
  /** The ids of the keys from one place of the list to another, both included; reads the pages that are not there. */
  readonly idsBetween: (first: number, last: number) => Promise<ReadonlyArray<number>>
}

/** Random access to a list of any length: reads the pages around the rows that are shown. */
export const useKeyPages = (request: KeyPagesRequest): KeyPages => {
  const client = useQueryClient()
  const lastKnownTotal = useRef<{ readonly list: string; readonly total: number } | null>(null)
  const list = JSON.stringify(listKey(request))
  const known = lastKnownTotal.current?.list === list ? lastKnownTotal.current.total : null
  const { settled, show } = useSettledRows(known)

  const pages = neededPages(settled, known)
  const results = useQueries({ queries: pages.map((page) => pageQuery(request, page)) })
  const total = results.find((result) => result.data !== undefined)?.data?.page.totalElements ?? known
  if (total !== null) lastKnownTotal.current = { list, total }

  useEffect(() => {
    prunePages(client, request, pages)
  })

  const dataOf = (page: number): TranslationListModel | undefined =>
    results[pages.indexOf(page)]?.data ?? client.getQueryData(pageQuery(request, page).queryKey)
  const failed = results.find((result) => result.isError)
  return {
    total,
    show,
    keyAt: (index) => dataOf(Math.floor(index / keysPerPage))?._embedded.keys[index % keysPerPage] ?? null,
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    refresh: async () => {
      await client.resetQueries({ queryKey: listKey(request) })
    },
    readAgain: () => client.invalidateQueries({ queryKey: listKey(request) }),
    idsBetween: async (first, last) => {
      const ids: Array<number> = []
      const firstPage = Math.floor(first / keysPerPage)
      for (let page = firstPage; page <= Math.floor(last / keysPerPage); page++) {
        const { _embedded } = await client.ensureQueryData(pageQuery(request, page))
        ids.push(..._embedded.keys.map(({ keyId }) => keyId))
      }
      return ids.slice(first - firstPage * keysPerPage, last - firstPage * keysPerPage + 1)
    }
  }
}

/** Visible rows of a list: late while the list scrolls fast, and others only when they need other pages, so that the list is drawn once. */
export const useSettledRows = (total: number | null) => {
  const [settled, setSettled] = useState<VisibleRows>({ first: 0, last: 0 })
  const shown = useRef(settled)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = () => {
    const { current: next } = shown
    setSettled((before) => (haveSamePages(before, next, total) ? before : next))
  }
  return {
    settled,
    show: (next: VisibleRows) => {
      const { first, last } = shown.current
      if (next.first === first && next.last === last) return
      shown.current = next
      clearTimeout(timer.current)
      if (Math.abs(next.first - first) <= fastRowsPerFrame) settle()
      else timer.current = setTimeout(settle, fastPauseMillis)
    }
  }
}

const haveSamePages = (one: VisibleRows, other: VisibleRows, total: number | null): boolean =>
  String(neededPages(one, total)) === String(neededPages(other, total))

const prunePages = (client: QueryClient, request: KeyPagesRequest, needed: ReadonlyArray<number>) => {
  const cached = client.getQueryCache().findAll({ queryKey: listKey(request) })
  if (cached.length <= pagesMax) return
  const middle = needed[Math.floor(needed.length / 2)] ?? 0
  const distance = (page: unknown) => Math.abs(Number(page) - middle)
  const farthest = cached
    .filter((query) => !query.isActive())
    .toSorted((one, other) => distance(other.queryKey.at(-1)) - distance(one.queryKey.at(-1)))
  for (const query of farthest.slice(0, cached.length - pagesMax)) client.getQueryCache().remove(query)
}

/** Changes one key wherever the cache has it. */
export const patchKey = (
  client: QueryClient,
  projectId: number,
  keyId: number,
  change: (key: ListedKeyModel) => ListedKeyModel
): void => {
  client.setQueriesData<TranslationListModel>({ queryKey: ["project", projectId, "translations"] }, (page) => {
    if (page === undefined || !page._embedded.keys.some((key) => key.keyId === keyId)) return page
    const keys = page._embedded.keys.map((key) => (key.keyId === keyId ? change(key) : key))
    return { ...page, _embedded: { keys } }
  })
}

/** Changes one text wherever the cache has it. */
export const patchTranslation = (
  client: QueryClient,
  projectId: number,
  keyId: number,
  languageTag: string,
  change: (translation: ListedTranslationModel) => ListedTranslationModel
): void =>
  patchKey(client, projectId, keyId, (key) => ({
    ...key,
    translations: { ...key.translations, [languageTag]: change(key.translations[languageTag] ?? noTranslation) }
  }))

/** The text of a key that has none in a language. */
export const noTranslation: ListedTranslationModel = {
  id: null,
  text: null,
  state: "UNTRANSLATED",
  outdated: false,
  auto: false,
  fromTranslationMemory: false,
  mtProvider: null,
  qualityScore: null,
  qualityReason: null,
  commentCount: 0,
  unresolvedCommentCount: 0,
  activeSuggestionCount: 0,
  totalSuggestionCount: 0,
  suggestions: [],
  labels: [],
  qaIssueCount: 0,
  qaChecksStale: false
}
