import { customErrors } from "@dragoman/domain/error"
import { checkLoseAdministrator } from "@dragoman/domain/permission"
import { IdentityRepository, OrganizationRepository, UserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { Caller, UserAccess } from "../platform/access/access.ts"
import { recordAudit } from "../platform/audit/record-audit.ts"
import { failIf } from "../platform/fail.ts"

/**
 * The organization whose single sign-on manages the account: the user belongs to that one only, and cannot leave it. null:
 * none does.
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

/** In place of a removal: only the organization decides about the account. */
export const disableManaged = Effect.fnUntraced(function* (caller: Caller, userId: number, organizationId: number) {
  const users = yield* UserRepository
  const facts = yield* users.findAdministratorFacts(userId)
  yield* failIf(Option.isSome(facts) ? checkLoseAdministrator(facts.value) : null)
  yield* users.setDisabled(userId, yield* Clock.currentTimeMillis)
  const object = { kind: "USER", id: userId, name: null } as const
  yield* recordAudit(caller, { action: "USER_DISABLED", object, organizationId })
})

/** The organization that manages the account by its single sign-on; null: none does. */
export const getManagingOrganization = Effect.fn("getManagingOrganization")(function* ({ caller }: UserAccess) {
  const identities = yield* IdentityRepository
  const organizations = yield* OrganizationRepository
  const found = yield* identities.findOfUser(caller.userId)
  if (Option.isNone(found) || found.value.type !== "SSO") return null
  return Option.getOrNull(yield* organizations.find(found.value.organizationId, caller.userId))
})
