import { type ListQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/access.ts"
import { exportLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { makeExportJob } from "./export-project.ts"
import type { ExportRequest } from "./export-request.ts"
import { ExportThread } from "./export-thread.ts"

/** A page of what an export with these parameters cannot carry as it is stored, in the order of its files. */
export const listExportNotices = Effect.fn("listExportNotices")(function* (
  access: ProjectAccess<"translations.view">,
  request: ExportRequest,
  query: ListQuery<"unsorted">
) {
  const { job } = yield* makeExportJob(access, request)
  const rateLimiter = yield* RateLimiter
  const thread = yield* ExportThread
  yield* rateLimiter.consume(exportLimit, access.caller.userId)
  const { notices } = yield* thread.listNotices(job)
  const page = pageNumbers(query)
  const offset = pageOffset(page)
  return { notices: notices.slice(offset, offset + page.size), page: pageMetadata(page, notices.length) }
})
