import type { ListQuery } from "@dragoman/domain/page"
import { BatchJobRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../platform/access/access.ts"
import { paged } from "../platform/paged.ts"

/** A page of the jobs of a project, by id: of everybody, which needs `batch-jobs.view`. */
export const listBatchJobs = (access: ProjectAccess<"batch-jobs.view">, query: ListQuery<"batchJobs">) =>
  list(access, query, null)

/** A page of the jobs that the caller has started. */
export const listOwnBatchJobs = (access: ProjectAccess, query: ListQuery<"batchJobs">) =>
  list(access, query, access.caller.userId)

const list = Effect.fn("listBatchJobs")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"batchJobs">,
  authorId: number | null
) {
  const jobs = yield* BatchJobRepository
  return yield* paged("batchJobs", query, (slice) => jobs.list({ projectId, authorId, ...slice }))
})
