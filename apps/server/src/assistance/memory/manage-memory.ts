import { MemoryRepository, type MemoryRow } from "@dragoman/store"
import { Effect } from "effect"
import { inOrganization, requireManageShared, type SharedManager } from "../manager/manage-shared.ts"
import { findMemory } from "./memory-queries.ts"

/**
 * Changes a memory in one transaction that begins with the lock of its organization, after a check that the user may manage
 * it now. `addedProjectIds`: projects that the change assigns it to.
 */
export const inMemory = <A, E, R>(
  manager: SharedManager,
  memoryId: number,
  change: (memory: MemoryRow) => Effect.Effect<A, E, R>,
  addedProjectIds: ReadonlyArray<number> = []
) =>
  inOrganization(
    manager,
    Effect.gen(function* () {
      const memory = yield* findMemory(manager.organizationId, memoryId)
      const projects = yield* (yield* MemoryRepository).listProjects([memoryId], null)
      yield* requireManageShared(manager, [...projects.map(({ projectId }) => projectId), ...addedProjectIds])
      return yield* change(memory)
    })
  )

/** Creates a memory that is assigned to these projects, like `inMemory`. */
export const inNewMemory = <A, E, R>(
  manager: SharedManager,
  projectIds: ReadonlyArray<number>,
  create: Effect.Effect<A, E, R>
) => inOrganization(manager, Effect.andThen(requireManageShared(manager, projectIds), create))
