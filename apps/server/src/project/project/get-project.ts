import { ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Reads one project as the caller sees it; also for answers of what has just changed it. */
export const getProject = Effect.fn("getProject")(function* (access: UserAccess & { readonly projectId: number }) {
  const repository = yield* ProjectRepository
  const found = yield* repository.find(access.projectId, access.caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})
