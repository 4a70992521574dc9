import {
  type ListName,
  type ListQuery,
  pageMetadata,
  pageRequest,
  pageRows,
  type SortableProperty
} from "@dragoman/domain/page"
import type { PagedRows, RowPage } from "@dragoman/store"
import { Effect } from "effect"

/** Reads a page of a list from the repository, and describes the page for the response. */
export const paged = <List extends ListName, Row, E, R>(
  list: List,
  query: ListQuery<List>,
  listRows: (page: RowPage<SortableProperty<List>>) => Effect.Effect<PagedRows<Row>, E, R>
) => {
  const request = pageRequest(list, query)
  return Effect.map(listRows(pageRows(request)), ({ rows, total }) => ({ rows, page: pageMetadata(request, total) }))
}

/** Filters of several lists. Absent: no filter. */
export interface IdFilters {
  readonly search?: string | undefined
  readonly filterId?: ReadonlyArray<number> | undefined
  readonly filterNotId?: ReadonlyArray<number> | undefined
}

/** Converts the filters for repositories. */
export const idFilters = ({ search = "", filterId, filterNotId = [] }: IdFilters) => ({
  search,
  ids: filterId ?? null,
  exceptIds: filterNotId
})
