import { type PageQuery, pageEnvelope, pageRows, parsePageRequest } from "@dragoman/domain/page"
import { BatchJobRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../platform/access/grant.ts"
import { orFail } from "../platform/fail.ts"

/** A page of the jobs of a project, by id: of everybody, which needs `batch-jobs.view`. Source: reference "content-api" 4.6. */
export const listBatchJobs = (access: ProjectAccess<"batch-jobs.view">, query: PageQuery) => list(access, query, null)

/** A page of the jobs that the caller has started. */
export const listOwnBatchJobs = (access: ProjectAccess, query: PageQuery) => list(access, query, access.caller.userId)

const list = Effect.fn("listBatchJobs")(function* (
  { projectId }: ProjectAccess,
  query: PageQuery,
  authorId: number | null
) {
  const request = yield* orFail(parsePageRequest(query, ["status", "createdAt", "updatedAt"]))
  const jobs = yield* BatchJobRepository
  const { rows, total } = yield* jobs.list({ projectId, authorId, ...pageRows(request) })
  return { rows, page: pageEnvelope(request, total) }
})
