import { Database, ImportRepository, ProjectRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { lockProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"

/** Marks the project, its languages and its imports deleted; its slug may be used again. Source: reference "auth-and-permissions" 3.6. */
export const deleteProject = Effect.fn("deleteProject")(function* ({ projectId }: ProjectAccess<"project.edit">) {
  const repository = yield* ProjectRepository
  const imports = yield* ImportRepository
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(
    Effect.gen(function* () {
      yield* lockProject(projectId)
      yield* repository.remove(projectId, now)
      yield* imports.markAllDeleted(projectId, now)
    })
  )
})
