import { customErrors } from "@dragoman/domain/error"
import {
  IdentityRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  type ReleasedAccount,
  UserRepository,
  type UserRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { UserAccess } from "../service/access/access.ts"
import { type AuditActor, recordAudit } from "../service/audit/record-audit.ts"

/**
 * Finds the organization whose single sign-on manages the account: the user belongs to that one only, and cannot leave
 * it. null: none does.
 */
export const managingOrganizationOf = Effect.fnUntraced(function* (userId: number) {
  const identities = yield* IdentityRepository
  const found = yield* identities.findOfUser(userId)
  return Option.isSome(found) && found.value.type === "SSO" ? found.value.organizationId : null
})

/** Fails for accounts that another organization manages; with `null` for those that any organization manages. */
export const requireNotManaged = Effect.fnUntraced(function* (userId: number, except: number | null) {
  const managing = yield* managingOrganizationOf(userId)
  if (managing !== null && managing !== except) {
    return yield* Effect.fail(customErrors({ user_is_managed_by_organization: [] }))
  }
})

/**
 * Reads the facts that decide whether the single sign-on of the organization may manage the account, and its owners may
 * disable it.
 */
export const managedAccountFacts = Effect.fnUntraced(function* (
  { userId, serverRole }: Pick<UserRow, "userId" | "serverRole">,
  organizationId: number
) {
  const members = yield* OrganizationUserRepository
  return { serverRole, elsewhere: yield* members.listElsewhere(userId, organizationId) }
})

/** Disables an account, in the transaction that is open: its sessions and access tokens end for good. `organizationId` null: an administrator does. */
export const disableUser = Effect.fnUntraced(function* (
  actor: AuditActor,
  { userId, username }: UserRow,
  organizationId: number | null
) {
  const users = yield* UserRepository
  yield* users.setDisabled(userId, yield* Clock.currentTimeMillis)
  const object = { kind: "USER", id: userId, name: username } as const
  yield* recordAudit(actor, {
    action: "USER_DISABLED",
    object,
    ...(organizationId === null ? {} : { organizationId })
  })
})

/** Ends the link of an account to the single sign-on of an organization, in the open transaction. */
export const releaseAccount = Effect.fnUntraced(function* (actor: AuditActor, userId: number) {
  const identities = yield* IdentityRepository
  yield* recordReleases(actor, yield* identities.release(userId, yield* Clock.currentTimeMillis))
})

/** Writes the entries of accounts that are not managed any more. */
export const recordReleases = (actor: AuditActor, released: ReadonlyArray<ReleasedAccount>) =>
  Effect.forEach(
    released,
    ({ userId, username, organizationId }) =>
      recordAudit(actor, {
        action: "IDENTITY_UNLINKED",
        object: { kind: "USER", id: userId, name: username },
        organizationId,
        before: { provider: "SSO" },
        after: { provider: null }
      }),
    { discard: true }
  )

/** Finds the organization that manages the account by its single sign-on; null: none does. */
export const getManagingOrganization = Effect.fn("getManagingOrganization")(function* ({ caller }: UserAccess) {
  const identities = yield* IdentityRepository
  const organizations = yield* OrganizationRepository
  const found = yield* identities.findOfUser(caller.userId)
  if (Option.isNone(found) || found.value.type !== "SSO") return null
  return Option.getOrNull(yield* organizations.find(found.value.organizationId, caller.userId))
})
