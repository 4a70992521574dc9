import type { PageNumbers } from "./page-request.ts"

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
