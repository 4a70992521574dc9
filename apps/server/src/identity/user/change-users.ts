import type { PasswordBody, SuperTokenBody } from "@dragoman/api"
import { checkLoseAdministrator, checkOrganizationAccess } from "@dragoman/domain/permission"
import { validatePasswordChange, validateStoredValue } from "@dragoman/domain/user"
import {
  AccessRepository,
  Database,
  OrganizationRepository,
  OrganizationUserRepository,
  UserPreferenceRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { deleteOrganizations, insertOwnOrganization } from "../../organization/organization/change-organizations.ts"
import { failIf, failWith, failWithStatus, orFail } from "../../platform/fail.ts"
import type { Caller, UserAccess } from "../../service/access/access.ts"
import { AccessTokens } from "../../service/access/access-token.ts"
import { endOtherTokens } from "../../service/access/end-tokens.ts"
import { lockCaller } from "../../service/access/lock-caller.ts"
import { accountObject, userObject } from "../../service/audit/audit-objects.ts"
import { type AuditActor, recordAudit } from "../../service/audit/record-audit.ts"
import { recordFailedProof, recordFailure } from "../../service/audit/record-failure.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { hashPassword, removeInitialPasswordFile, tryPassword } from "../authentication/password.ts"
import { type ProvingClient, proveUser } from "../authentication/prove-user.ts"
import { getUser } from "./user-queries.ts"

// `network`, here and below: of the client, which limits wrong passwords.

/**
 * Changes the caller's password and issues a new access token, without super powers. Older access tokens and sessions stop
 * working, except that of the request, which gets a new value; API keys and personal access tokens stay. Source: docs/permissions.md#passwords-and-tokens.
 */
export const changePassword = Effect.fn("changePassword")(function* (
  access: UserAccess,
  network: string,
  body: PasswordBody
) {
  const database = yield* Database
  const accessTokens = yield* AccessTokens
  const user = yield* getUser(access)
  const { username } = user
  if (user.accountType === "MANAGED") return yield* failWith("operation_unavailable_for_account_type")
  const { currentPassword, password } = yield* orFail(validatePasswordChange(body, username))
  const isRight = yield* tryPassword({ network, username, password: currentPassword, hash: user.passwordHash })
  if (!isRight) {
    yield* recordFailure(access.caller, {
      action: "PASSWORD_CHANGED",
      object: accountObject(user),
      failure: "wrong_current_password"
    })
    return yield* failWithStatus(403, "wrong_current_password")
  }
  const passwordHash = yield* hashPassword(password)
  const { tokensValidNotBefore, session } = yield* database.transaction(
    Effect.gen(function* () {
      // Only one of several requests with the same password replaces it; a reset that has committed meanwhile wins.
      yield* lockCaller(access.caller)
      yield* recordAudit(access.caller, { action: "PASSWORD_CHANGED", object: accountObject(user) })
      yield* notifyUsers({ type: "PASSWORD_CHANGED", params: {}, userIds: [user.userId], project: null, actor: null })
      const newPassword = { passwordHash, passwordChanged: true }
      return yield* endOtherTokens(access.caller, { elevatedUntil: 0, password: newPassword })
    })
  )
  if (user.isInitial) yield* removeInitialPasswordFile()
  const accessToken = yield* accessTokens.issue({ user: { ...user, tokensValidNotBefore }, isSuper: false })
  return { accessToken, session }
})

/** Issues an access token that counts as a fresh login. */
export const generateSuperToken = Effect.fn("generateSuperToken")(function* (
  access: UserAccess,
  client: ProvingClient,
  body: SuperTokenBody
) {
  const accessTokens = yield* AccessTokens
  const user = yield* getUser(access)
  yield* proveUser(user, client, body, 401).pipe(Effect.tapError((error) => recordFailedProof(access.caller, error)))
  const database = yield* Database
  yield* database.transaction(recordAudit(access.caller, { action: "SUPER_TOKEN_ISSUED" }))
  return yield* accessTokens.issue({ user, isSuper: true })
})

/** Deletes the caller's account. The initial administrator stays, so that the server always has one. */
export const deleteUser = Effect.fn("deleteUser")(function* (access: UserAccess) {
  const database = yield* Database
  const users = yield* UserRepository
  const user = yield* getUser(access)
  if (user.isInitial) return yield* failWith("cannot_delete_your_own_account")
  if (user.accountType === "MANAGED") return yield* failWith("operation_unavailable_for_account_type")
  yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lockAdministrators([user.userId])
      yield* deleteAccount(user.userId, access.caller)
    })
  )
})

/**
 * Deletes an account with everything that only it can use, and the organizations that it alone owns, in a transaction that
 * has locked the account and the administrators. The last administrator of the server stays. false: there is no such
 * account.
 */
export const deleteAccount = Effect.fn("deleteAccount")(function* (userId: number, actor: AuditActor) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const now = yield* Clock.currentTimeMillis
  const facts = yield* users.findAdministratorFacts(userId)
  if (Option.isNone(facts)) return false
  yield* failIf(checkLoseAdministrator(facts.value))
  // When two owners delete their accounts at the same time, the second one becomes the only owner.
  yield* organizations.lockOwned(userId)
  const owned = yield* organizations.listSingleOwned(userId)
  yield* deleteOrganizations(actor, owned)
  const object = yield* userObject(userId)
  yield* recordAudit(actor, { action: "USER_DELETED", object })
  return yield* users.delete(userId, now)
})

/**
 * Finds the stored preferred organization if the caller still sees it, else another one, else a new one named after the
 * caller. Stores the one it finds.
 */
export const getPreferredOrganization = Effect.fn("getPreferredOrganization")(function* ({ caller }: UserAccess) {
  const preferences = yield* UserPreferenceRepository
  const organizations = yield* OrganizationRepository
  const { preferredOrganizationId: stored } = yield* preferences.find(caller.userId)
  const isVisible = stored !== null && (yield* canSeeOrganization(caller, stored))
  const organizationId = isVisible ? stored : yield* choosePreferredOrganization(caller)
  const found = yield* organizations.find(organizationId, caller.userId)
  return Option.isSome(found) ? found.value : yield* failWith("organization_not_found")
})

const choosePreferredOrganization = Effect.fnUntraced(function* (caller: Caller) {
  const { userId, name, accountType } = caller
  const preferences = yield* UserPreferenceRepository
  const organizationUsers = yield* OrganizationUserRepository
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const visible = yield* preferences.findVisibleOrganization(userId)
      if (Option.isNone(visible) && accountType === "MANAGED") return yield* failWith("cannot_create_organization")
      const organizationId = Option.isSome(visible)
        ? visible.value
        : (yield* insertOwnOrganization(userId, name, caller)).organizationId
      yield* organizationUsers.setPreferred(userId, organizationId)
      return organizationId
    })
  )
})

/** Sets the preferred organization. One that the caller cannot see counts as absent. */
export const setPreferredOrganization = Effect.fn("setPreferredOrganization")(function* (
  { caller }: UserAccess,
  organizationId: number
) {
  const organizationUsers = yield* OrganizationUserRepository
  const database = yield* Database
  const isVisible = yield* canSeeOrganization(caller, organizationId)
  if (!isVisible) return yield* failWith("organization_not_found")
  yield* database.transaction(organizationUsers.setPreferred(caller.userId, organizationId))
})

const canSeeOrganization = Effect.fnUntraced(function* ({ userId, serverRole }: Caller, organizationId: number) {
  const repository = yield* AccessRepository
  const found = yield* repository.findOrganization(organizationId, userId)
  return Option.exists(found, (facts) => checkOrganizationAccess({ ...facts, serverRole }, "VIEWER") === null)
})

/** Sets the language of user interfaces for the caller. */
export const setLanguage = Effect.fn("setLanguage")(function* ({ caller }: UserAccess, languageTag: string) {
  const repository = yield* UserPreferenceRepository
  const database = yield* Database
  yield* database.transaction(repository.setLanguage(caller.userId, languageTag))
})

/** Stores a value for the caller under this name; null removes it. */
export const setStoredValue = Effect.fn("setStoredValue")(function* (
  { caller }: UserAccess,
  field: string,
  value: unknown
) {
  const stored = yield* orFail(validateStoredValue({ field, data: value === null ? null : JSON.stringify(value) }))
  const repository = yield* UserPreferenceRepository
  const database = yield* Database
  yield* database.transaction(repository.setStoredValue(caller.userId, stored.field, stored.data))
})
