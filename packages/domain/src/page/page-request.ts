import { domainError } from "../error/domain-error.ts"
import { atLeast, atMost, firstMessage } from "../validation/constraint.ts"
import { invalid, type Validated, validateFields } from "../validation/validated.ts"
import { parseSort, type SortCriterion } from "./sort.ts"

/** As the query of a list has them; nothing is decoded yet. */
export interface PageQuery {
  readonly page?: string | undefined
  readonly size?: string | undefined
  readonly sort?: ReadonlyArray<string> | undefined
}

/** Which items of a list are asked for, in a total order: paging through it never skips or repeats an item. */
export interface PageRequest<Property extends string = string> {
  /** Zero-based. */
  readonly page: number
  /** Items per page, 1 to 2000. 0, where a list allows it: only the total is asked for. */
  readonly size: number
  /** Never empty; decides between any two items, because `id` is among the criteria. */
  readonly sort: ReadonlyArray<SortCriterion<Property | "id">>
}

/** Items per page when the query names no size. Source: specification 4.1. */
export const defaultPageSize = 20

/** Larger sizes are cut to this one without an error. Source: product section 2. */
export const pageSizeMax = 2000

/** The largest page number that the original can hold; keeps `page * size` exact. */
export const pageNumberMax = 2_147_483_647

/**
 * What page a list request asks for. `sortable`: the properties that may be sorted by; `defaultSort`: the order when the
 * query names none; `sizeMin`: 0 for lists that may be asked for their total alone.
 * Source: specification 4.1; product section 2.
 */
export const parsePageRequest = <const Property extends string>(
  query: PageQuery,
  sortable: ReadonlyArray<Property>,
  defaultSort: ReadonlyArray<SortCriterion<NoInfer<Property> | "id">> = [],
  sizeMin: 0 | 1 = 1
): Validated<PageRequest<Property>> => {
  const page = query.page === undefined ? 0 : parseWholeNumber(query.page)
  const size = query.size === undefined ? defaultPageSize : parseWholeNumber(query.size)
  const sort = parseSort(query.sort ?? [], sortable, defaultSort)
  const checked = validateFields(
    // What is no number is too small.
    { page: firstMessage(atLeast(0, page ?? -1), atMost(pageNumberMax, page)), size: atLeast(sizeMin, size ?? -1) },
    { page: page ?? 0, size: Math.min(size ?? defaultPageSize, pageSizeMax), sort: sort ?? [] }
  )
  return checked.ok && sort === null ? invalid(domainError("unknown_sort_property")) : checked
}

/** The page as lists of rows take it. */
export const pageRows = <Property extends string>(
  request: PageRequest<Property>
): {
  readonly sort: PageRequest<Property>["sort"]
  readonly limit: number
  readonly offset: number
} => ({ sort: request.sort, limit: request.size, offset: pageOffset(request) })

/** How many items come before the page. */
export const pageOffset = (request: Pick<PageRequest, "page" | "size">): number => request.page * request.size

const parseWholeNumber = (text: string): number | null => (/^[+-]?\d+$/.test(text) ? Number(text) : null)
