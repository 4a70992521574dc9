export { type PageEnvelope, pageEnvelope } from "./page/page-envelope.ts"
export {
  defaultPageSize,
  type PageQuery,
  type PageRequest,
  pageNumberMax,
  pageOffset,
  pageRows,
  pageSizeMax,
  parsePageRequest
} from "./page/page-request.ts"
export type { SortCriterion, SortDirection } from "./page/sort.ts"
