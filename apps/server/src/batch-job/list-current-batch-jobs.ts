import { BatchJobRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../platform/access/access.ts"
import { requireScopes } from "../platform/access/require-scopes.ts"

/** How long a job that is over still belongs to the current ones. */
const shownMillis = 60 * 60 * 1000

/**
 * Jobs that run or wait, and those that were over lately. Without `batch-jobs.view` only the caller's own; a project API key
 * needs the scope.
 */
export const listCurrentBatchJobs = Effect.fn("listCurrentBatchJobs")(function* (access: ProjectAccess) {
  const { caller, projectId } = access
  if (caller.credential.kind === "PAK") yield* requireScopes(access, ["batch-jobs.view"])
  const jobs = yield* BatchJobRepository
  const finishedSince = (yield* Clock.currentTimeMillis) - shownMillis
  const authorId = access.effectiveScopes.includes("batch-jobs.view") ? null : caller.userId
  return yield* jobs.listCurrent({ projectId, authorId, finishedSince })
})
