import { Database, ProjectRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { lockProject } from "./lock-project.ts"

/** Marks the project and its languages deleted; its slug may be used again. Source: reference "auth-and-permissions" 3.6. */
export const deleteProject = Effect.fn("deleteProject")(function* ({ projectId }: ProjectAccess<"project.edit">) {
  const repository = yield* ProjectRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(Effect.andThen(lockProject(projectId), repository.remove(projectId, now)))
})
