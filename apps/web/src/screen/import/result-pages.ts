import { type QueryKey, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query"
import { keysPerPage, neededPages, type VisibleRows } from "../translation-list/needed-pages.ts"

export interface ResultPage<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

interface ResultPagesRequest<Row> {
  /** The page comes last. */
  readonly queryKey: QueryKey
  readonly readPage: (page: number, size: number, signal: AbortSignal) => Promise<ResultPage<Row>>
  readonly visible: VisibleRows
}

/** Random access to a long list of the server: reads the pages around the visible rows. */
export const useResultPages = <Row>({ queryKey, readPage, visible }: ResultPagesRequest<Row>) => {
  const client = useQueryClient()
  const pageQuery = (page: number) =>
    queryOptions({
      queryKey: [...queryKey, page],
      queryFn: ({ signal }) => readPage(page, keysPerPage, signal),
      // Rows that were decided stay where they are.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false
    })
  const pageOf = (page: number) => client.getQueryData<ResultPage<Row>>([...queryKey, page])
  const pages = neededPages(visible, pageOf(0)?.total ?? null)
  const results = useQueries({ queries: pages.map(pageQuery) })
  const failed = results.find((result) => result.isError)
  return {
    /** null: not known yet. */
    total: results.find((result) => result.data !== undefined)?.data?.total ?? pageOf(0)?.total ?? null,
    /** null: on its way. */
    rowAt: (index: number): Row | null => {
      const page = Math.floor(index / keysPerPage)
      const data = results[pages.indexOf(page)]?.data ?? pageOf(page)
      return data?.rows[index % keysPerPage] ?? null
    },
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    }
  }
}
