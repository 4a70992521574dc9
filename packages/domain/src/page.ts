export { type ListName, lists, type SortableProperty } from "./page/lists.ts"
export { type PageMetadata, pageMetadata } from "./page/page-metadata.ts"
export {
  defaultPageSize,
  type ListQuery,
  type PageNumbers,
  type PageQuery,
  type PageRequest,
  pageNumberMax,
  pageNumbers,
  pageOffset,
  pageRequest,
  pageRows,
  pageSizeMax,
  parsePageNumber,
  parsePageSize
} from "./page/page-request.ts"
export { parseSort, printSortCriterion, type SortCriterion, type SortDirection, withTotalOrder } from "./page/sort.ts"
