import { ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"

/**
 * The first statement of a transaction that changes a project, its languages or its members: until the end of it nobody
 * else does. 404 when the project was deleted between the check of the access and now.
 */
export const lockProject = Effect.fn("lockProject")(function* (projectId: number) {
  const repository = yield* ProjectRepository
  const found = yield* repository.lock(projectId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})
