import type { Scope } from "@dragoman/domain/permission"
import { BatchJobRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../platform/access/access.ts"
import { requireScopes } from "../platform/access/require-scopes.ts"
import { failWith } from "../platform/fail.ts"

/** A job of the project: the caller's own, or with the scope that those of others need. */
export const findBatchJob = Effect.fn("findBatchJob")(function* (
  access: ProjectAccess,
  jobId: number,
  scopeForOthers: Scope
) {
  const jobs = yield* BatchJobRepository
  const found = yield* jobs.find(access.projectId, jobId)
  if (Option.isNone(found)) return yield* failWith("batch_job_not_found")
  if (found.value.authorId !== access.caller.userId) yield* requireScopes(access, [scopeForOthers])
  return found.value
})
