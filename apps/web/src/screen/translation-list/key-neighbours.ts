import type { QueryClient } from "@tanstack/react-query"
import type { ListedKeyModel, TranslationListModel } from "../../base/api/contract.ts"
import type { ListSearch } from "./list-search.ts"

export interface ListedNeighbours {
  readonly before: ListedKeyModel | null
  readonly after: ListedKeyModel | null
}

/** A page of a list in the cache. */
export interface CachedPage {
  /** Its filters and languages; pages of one list have the same. */
  readonly list: string
  readonly page: number
  /** Time of the read, in epoch milliseconds. */
  readonly readAt: number
  readonly keys: ReadonlyArray<ListedKeyModel>
}

/** The keys before and after a key, in the list with it that was read last: where the reader came from. */
export const neighboursIn = (pages: ReadonlyArray<CachedPage>, keyId: number): ListedNeighbours => {
  const found = pages
    .filter(({ keys }) => keys.some((key) => key.keyId === keyId))
    .toSorted((one, other) => other.readAt - one.readAt)[0]
  if (found === undefined) return { before: null, after: null }
  const beside = (by: 1 | -1) =>
    pages.find(({ list, page }) => list === found.list && page === found.page + by)?.keys.at(by === 1 ? 0 : -1)
  const index = found.keys.findIndex((key) => key.keyId === keyId)
  return {
    before: (index > 0 ? found.keys[index - 1] : beside(-1)) ?? null,
    after: found.keys[index + 1] ?? beside(1) ?? null
  }
}

/** The pages of lists that were read in this project; a list of chosen ids has no neighbours to offer. */
export const cachedPages = (client: QueryClient, projectId: number): ReadonlyArray<CachedPage> =>
  client
    .getQueryCache()
    .findAll({ queryKey: ["project", projectId, "translations"] })
    .flatMap(({ queryKey, state }) => {
      const filters = queryKey[3] as ListSearch
      const data = state.data as TranslationListModel | undefined
      if (data === undefined || filters.id !== undefined) return []
      const list = JSON.stringify(queryKey.slice(0, -1))
      return [{ list, page: Number(queryKey.at(-1)), readAt: state.dataUpdatedAt, keys: data._embedded?.keys ?? [] }]
    })
