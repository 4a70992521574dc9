import { checkManageShared, computePermission, effectiveScopes } from "@dragoman/domain/permission"
import { AccessRepository, Database, MemoryRepository, type MemoryRow, OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failIf, failWith, failWithStatus } from "../../platform/fail.ts"
import { isGone } from "../../service/access/authenticate.ts"
import { getMemory } from "./memory-queries.ts"

/** A user who changes a memory of an organization. */
export interface MemoryManager {
  readonly organizationId: number
  readonly userId: number
}

/**
 * Changes a memory in one transaction that begins with the lock of its organization, after a check that the user may manage
 * it now. `addedProjectIds`: projects that the change assigns it to.
 */
export const inMemory = <A, E, R>(
  manager: MemoryManager,
  memoryId: number,
  change: (memory: MemoryRow) => Effect.Effect<A, E, R>,
  addedProjectIds: ReadonlyArray<number> = []
) =>
  inOrganization(
    manager,
    Effect.gen(function* () {
      const memory = yield* getMemory(manager.organizationId, memoryId)
      const projects = yield* (yield* MemoryRepository).listProjects([memoryId])
      yield* requireManageShared(manager, [...projects.map(({ projectId }) => projectId), ...addedProjectIds])
      return yield* change(memory)
    })
  )

/** Creates a memory that is assigned to these projects, like `inMemory`. */
export const inNewMemory = <A, E, R>(
  manager: MemoryManager,
  projectIds: ReadonlyArray<number>,
  create: Effect.Effect<A, E, R>
) => inOrganization(manager, Effect.andThen(requireManageShared(manager, projectIds), create))

const inOrganization = <A, E, R>({ organizationId }: MemoryManager, change: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const database = yield* Database
    const organizations = yield* OrganizationRepository
    return yield* database.transaction(
      Effect.gen(function* () {
        if (!(yield* organizations.lock(organizationId))) return yield* failWith("organization_not_found")
        return yield* change
      })
    )
  })

/** Projects of other organizations do not count: the change fails for them as for those that do not exist. */
const requireManageShared = Effect.fnUntraced(function* (
  { organizationId, userId }: MemoryManager,
  projectIds: ReadonlyArray<number>
) {
  const repository = yield* AccessRepository
  const [user] = yield* repository.listOrganizationUsers(organizationId, [userId])
  if (user === undefined || isGone(user)) return yield* failWithStatus(401, "user_not_found")
  const { role, serverRole } = user
  const rows = yield* repository.listProjects(projectIds, userId)
  const scopesInProjects = rows
    .filter((row) => row.organizationId === organizationId)
    .map((row) => effectiveScopes(computePermission({ ...row, serverRole }), null))
  yield* failIf(checkManageShared({ role, serverRole, scopesInProjects }))
})
