export {
  type ListName,
  lists,
  parseSort,
  printSortCriterion,
  type SortableProperty,
  type SortCriterion,
  type SortDirection,
  withTotalOrder
} from "./page/lists.ts"
export {
  defaultPageSize,
  type ListQuery,
  type PageMetadata,
  type PageNumbers,
  type PageQuery,
  type PageRequest,
  pageMetadata,
  pageNumberMax,
  pageNumbers,
  pageOffset,
  pageRequest,
  pageRows,
  pageSizeMax,
  parsePageNumber,
  parsePageSize
} from "./page/page.ts"
