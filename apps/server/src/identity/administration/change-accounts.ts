import { customErrors } from "@dragoman/domain/error"
import { checkDisableUser, checkSetServerRole, type ServerRole } from "@dragoman/domain/permission"
import type { AccountContent } from "@dragoman/domain/user"
import {
  Database,
  OrganizationRepository,
  type OrganizationRow,
  OrganizationUserRepository,
  UserRepository,
  type UserRow
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { disableUser, requireNotManaged } from "../../organization/managed-account.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { type AuditActor, recordAudit } from "../../service/audit/record-audit.ts"
import { hashPassword } from "../authentication/password.ts"
import { deleteAccount } from "../user/change-users.ts"

// Changes to accounts by administrators and by the operator's commands, each with its entry in the audit log. An actor
// without an id is the operator. Each is one transaction.

/** Creates an account without an organization of its own; returns its id. */
export const createAccount = Effect.fn("createAccount")(function* (
  actor: AuditActor,
  { username, name, password, serverRole, organization }: AccountContent
) {
  const users = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const organizationUsers = yield* OrganizationUserRepository
  const passwordHash = password === null ? null : yield* hashPassword(password)
  const at = yield* Clock.currentTimeMillis
  return yield* changingAccount(
    actor,
    [],
    Effect.gen(function* () {
      const found = organization === null || (yield* organizations.lock(organization.organizationId))
      if (!found) return yield* failWith("organization_not_found")
      const account = { username, name, passwordHash, serverRole, isInitial: false, passwordChanged: true, at }
      const created = yield* users.create(account)
      if (Option.isNone(created)) return yield* usernameTaken
      const userId = created.value
      if (organization !== null) {
        yield* organizationUsers.addRole(organization.organizationId, userId, organization.role, at)
        yield* organizationUsers.setPreferred(userId, organization.organizationId)
      }
      yield* recordAudit(actor, {
        action: "USER_CREATED",
        object: { kind: "USER", id: userId, name: username },
        after: { username, name, globalServerRole: serverRole, organizationRole: organization?.role ?? null },
        ...(organization !== null && { organizationId: organization.organizationId })
      })
      return userId
    })
  )
})

/** Gives an account another name and user name. */
export const editAccount = Effect.fn("editAccount")(function* (
  actor: AuditActor,
  userId: number,
  toEdit: (user: UserRow) => Effect.Effect<{ readonly username: string; readonly name: string }, AccountError>
) {
  const users = yield* UserRepository
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      const after = yield* toEdit(user)
      const isEdited = yield* users.edit(userId, after)
      if (!isEdited) return yield* usernameTaken
      const { username, name } = user
      yield* recordAudit(actor, { action: "USER_EDITED", object: objectOf(user), before: { username, name }, after })
    })
  )
})

/**
 * Disables an account: its sessions and access tokens end for good, its keys and personal access tokens until it is enabled.
 * The last administrator stays enabled. Source: docs/permissions.md#administrators-of-the-server.
 */
export const disableAccount = Effect.fn("disableAccount")(function* (actor: AuditActor, userId: number) {
  const users = yield* UserRepository
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const facts = Option.getOrNull(yield* users.findAdministratorFacts(userId))
      yield* failIf(checkDisableUser({ callerId: actor.userId, userId, user: facts }))
      yield* disableUser(actor, yield* findAccount(userId), null)
    })
  )
})

/** Enables an account: its password, keys and personal access tokens work again. */
export const enableAccount = Effect.fn("enableAccount")(function* (actor: AuditActor, userId: number) {
  const users = yield* UserRepository
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      yield* users.setDisabled(userId, null)
      yield* recordAudit(actor, { action: "USER_ENABLED", object: objectOf(user) })
    })
  )
})

/**
 * Sets the role of an account on the server. Its access tokens stay valid and have the new role at once. The last
 * administrator stays one, and administrators do not demote themselves.
 * Source: docs/permissions.md#administrators-of-the-server.
 */
export const setAccountRole = Effect.fn("setAccountRole")(function* (
  actor: AuditActor,
  userId: number,
  role: ServerRole
) {
  const users = yield* UserRepository
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const facts = Option.getOrNull(yield* users.findAdministratorFacts(userId))
      yield* failIf(checkSetServerRole({ callerId: actor.userId, userId, user: facts, role }))
      const user = yield* findAccount(userId)
      // Its organization's owners choose who opens it.
      if (role === "ADMIN") yield* requireNotManaged(userId, null)
      yield* users.setServerRole(userId, role)
      yield* recordAudit(actor, {
        action: "SERVER_ROLE_SET",
        object: objectOf(user),
        before: { globalServerRole: user.serverRole },
        after: { globalServerRole: role }
      })
    })
  )
})

/** Sets a new password, which ends all sessions and access tokens; also for an account that had none. */
export const resetAccountPassword = Effect.fn("resetAccountPassword")(function* (
  actor: AuditActor,
  userId: number,
  password: string
) {
  const users = yield* UserRepository
  const passwordHash = yield* hashPassword(password)
  const at = yield* Clock.currentTimeMillis
  return yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      yield* users.setPassword(userId, { passwordHash, passwordChanged: true }, { at, keptSessionId: null })
      yield* recordAudit(actor, { action: "PASSWORD_RESET", object: objectOf(user) })
      return user
    })
  )
})

/**
 * Deletes an account. The only owner of organizations is not deleted unless they may be deleted too, with their projects.
 */
export const removeAccount = Effect.fn("removeAccount")(function* (
  actor: AuditActor,
  userId: number,
  { deleteOwnedOrganizations }: { readonly deleteOwnedOrganizations: boolean }
) {
  const organizations = yield* OrganizationRepository
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      if (userId === actor.userId) return yield* failWith("cannot_delete_your_own_account")
      yield* findAccount(userId)
      // Another owner may be deleting their account at the same time.
      yield* organizations.lockOwned(userId)
      const owned = yield* organizations.listSingleOwned(userId)
      if (owned.length > 0 && !deleteOwnedOrganizations) {
        return yield* failWith("user_is_only_owner_of_organizations", owned.map(toParameter))
      }
      yield* deleteAccount(userId, actor)
    })
  )
})

/** Ends all sessions and access tokens of an account. */
export const endAccountSessions = Effect.fn("endAccountSessions")(function* (actor: AuditActor, userId: number) {
  const users = yield* UserRepository
  const at = yield* Clock.currentTimeMillis
  yield* changingAccount(
    actor,
    [userId],
    Effect.gen(function* () {
      const user = yield* findAccount(userId)
      yield* users.endTokens(userId, { at, keptSessionId: null })
      yield* recordAudit(actor, { action: "SESSION_ENDED", object: objectOf(user), after: { all: true } })
    })
  )
})

/** Reads the account; fails when there is none. */
export const findAccount = Effect.fnUntraced(function* (userId: number) {
  const users = yield* UserRepository
  const found = yield* users.find(userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})

/** Names an account in entries of the audit log. */
export const objectOf = ({ userId, username }: Pick<UserRow, "userId" | "username">) =>
  ({ kind: "USER", id: userId, name: username }) as const

const toParameter = ({ organizationId: id, name, slug }: OrganizationRow) => ({ id, name, slug })

const usernameTaken = Effect.fail(customErrors({ username_already_exists: [] }))

type AccountError = Effect.Error<ReturnType<typeof failWith>>

/**
 * Runs one transaction that begins with the locks of the accounts and of all administrators (ADR 13). The actor must
 * still be an administrator, unless it is the operator: when two administrators disable, demote or delete each other at
 * the same time, the second one fails.
 */
export const changingAccount = Effect.fnUntraced(function* <A, E, R>(
  actor: AuditActor,
  userIds: ReadonlyArray<number>,
  change: Effect.Effect<A, E, R>
) {
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const administratorIds = yield* users.lockAdministrators(userIds)
      if (actor.userId !== null && !administratorIds.includes(actor.userId)) {
        return yield* failWith("operation_not_permitted")
      }
      return yield* change
    })
  )
})
