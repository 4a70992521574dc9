import { fieldErrors } from "../error/domain-error.ts"
import { atLeast, atMost, firstMessage, invalid, type Validated, valid } from "../validation/validation.ts"
import { type ListName, lists, type SortableProperty, type SortCriterion, withTotalOrder } from "./lists.ts"

/** The requested page; absent fields have defaults. */
export interface PageQuery {
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** `sort`: the most important criterion first. */
export interface ListQuery<List extends ListName> extends PageQuery {
  readonly sort?: ReadonlyArray<SortCriterion<SortableProperty<List>>> | undefined
}

/** Which items of a list a request asks for. */
export interface PageNumbers {
  /** Zero-based. */
  readonly page: number
  /** Items per page, 1 to 2000. 0, where a list allows it: the request asks only for the total. */
  readonly size: number
}

/** A page in a total order: paging through the list never skips or repeats an item. */
export interface PageRequest<Property extends string = string> extends PageNumbers {
  /** Never empty; decides between any two items, because `id` is among the criteria. */
  readonly sort: ReadonlyArray<SortCriterion<Property>>
}

/** Items per page when the query names no size. */
export const defaultPageSize = 20

/** Larger sizes are cut to this one without an error. */
export const pageSizeMax = 2000

/** The largest page number that the original can hold; keeps `page * size` exact. */
export const pageNumberMax = 2_147_483_647

/** The parameter `page`. A text that is no whole number counts as too small. */
export const parsePageNumber = (text: string): Validated<number> => {
  const page = parseWholeNumber(text)
  return checked("page", page, firstMessage(atLeast(0, page ?? -1), atMost(pageNumberMax, page)))
}

/** The parameter `size`, cut to the largest size. `sizeMin`: 0 for lists that may be asked for their total alone. */
export const parsePageSize = (text: string, sizeMin: 0 | 1 = 1): Validated<number> => {
  const size = parseWholeNumber(text)
  return checked("size", size === null ? null : Math.min(size, pageSizeMax), atLeast(sizeMin, size ?? -1))
}

/** The numbers of a page, with the defaults. */
export const pageNumbers = ({ page = 0, size = defaultPageSize }: PageQuery): PageNumbers => ({ page, size })

/** The page of a list, with the defaults of that list. */
export const pageRequest = <List extends ListName>(
  list: List,
  query: ListQuery<List>
): PageRequest<SortableProperty<List>> => {
  const asked = query.sort ?? []
  const order: ReadonlyArray<SortCriterion<SortableProperty<List>>> = lists[list].order
  return { ...pageNumbers(query), sort: withTotalOrder(asked.length === 0 ? order : asked) }
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
export const pageOffset = (request: PageNumbers): number => request.page * request.size

const parseWholeNumber = (text: string): number | null => (/^[+-]?\d+$/.test(text) ? Number(text) : null)

const checked = (field: string, value: number | null, message: string | null): Validated<number> =>
  message === null && value !== null ? valid(value) : invalid(fieldErrors({ [field]: message ?? "must be a number" }))

/** The `page` of a list response. Source: docs/reference/projects.md#pages. */
export interface PageMetadata {
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
  readonly number: number
}

/** A page past the end keeps the number that was asked for; an empty list has no pages. */
export const pageMetadata = (request: PageNumbers, totalElements: number): PageMetadata => ({
  size: request.size,
  totalElements,
  totalPages: request.size === 0 ? 0 : Math.ceil(totalElements / request.size),
  number: request.page
})
