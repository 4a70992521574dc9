import { ProjectRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { failWith } from "../../platform/fail.ts"

/** Reads one project as the caller sees it. */
export const getProject = ({ caller, projectId }: ProjectAccess) => readProject(projectId, caller.userId)

/** Reads a project as the user sees it, without asking whether the user may; for the response to its creation. */
export const readProject = Effect.fn("readProject")(function* (projectId: number, userId: number) {
  const repository = yield* ProjectRepository
  const found = yield* repository.find(projectId, userId)
  return Option.isSome(found) ? found.value : yield* failWith("project_not_found")
})
