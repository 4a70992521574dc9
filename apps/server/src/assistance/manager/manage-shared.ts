import { checkManageShared, computePermission, effectiveScopes } from "@dragoman/domain/permission"
import { AccessRepository, Database, OrganizationRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failIf, failWith, failWithStatus } from "../../platform/fail.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { isGone } from "../../service/access/authenticate.ts"

/** A user who changes what an organization shares. */
export interface SharedManager {
  readonly organizationId: number
  readonly userId: number
}

export const managerOf = ({ organizationId, caller }: OrganizationAccess<"EDITOR">): SharedManager => ({
  organizationId,
  userId: caller.userId
})

/** Makes a change in one transaction that begins with the lock of the organization. */
export const inOrganization = <A, E, R>({ organizationId }: SharedManager, change: Effect.Effect<A, E, R>) =>
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

/**
 * Checks that the user may manage now what these projects share. Projects of other organizations do not count: the change
 * fails for them as for those that do not exist.
 */
export const requireManageShared = Effect.fnUntraced(function* (
  { organizationId, userId }: SharedManager,
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
