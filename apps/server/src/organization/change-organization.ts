import { Database, OrganizationRepository, UserRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../platform/fail.ts"
import type { OrganizationAccess } from "../service/access/access.ts"

/**
 * Changes an organization, its members or its invitations in one transaction. It begins with the locks of the users whose
 * role may change and of the organization, in the order of ADR 13: changes of one organization run one after the other, so
 * a change looks first and writes then. Fails with 404 when the organization was deleted between the authorization and
 * now. `change` may run again (see `Database.transaction`).
 */
export const changeOrganization = <A, E, R>(
  { organizationId }: OrganizationAccess,
  userIds: ReadonlyArray<number>,
  change: Effect.Effect<A, E, R>
) => Effect.flatMap(Database, (database) => database.transaction(Effect.andThen(lock(organizationId, userIds), change)))

const lock = Effect.fnUntraced(function* (organizationId: number, userIds: ReadonlyArray<number>) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  if (userIds.length > 0) yield* users.lock(userIds)
  if (!(yield* organizations.lock(organizationId))) return yield* failWith("organization_not_found")
})
