import type { OrganizationBody } from "@dragoman/api"
import { customErrors, type DomainError, fieldErrors } from "@dragoman/domain/error"
import { type OrganizationContent, ownOrganization, validateOrganization } from "@dragoman/domain/organization"
import {
  checkLeaveOrganization,
  checkRemoveMember,
  checkSetOrganizationRole,
  type OrganizationCaller,
  type OrganizationRole,
  type PermissionType,
  permissionOfType,
  setBasePermissionScopes
} from "@dragoman/domain/permission"
import { isOnlyOfOrganization } from "@dragoman/domain/sign-in"
import {
  type BasePermissionValues,
  Database,
  IdentityRepository,
  type OrganizationMembershipRow,
  OrganizationRepository,
  type OrganizationRow,
  OrganizationUserRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failIf, failWith, orFail } from "../../platform/fail.ts"
import type { OrganizationAccess, UserAccess } from "../../service/access/access.ts"
import { userObject } from "../../service/audit/audit-objects.ts"
import { type AuditActor, recordAudit, recordChange } from "../../service/audit/record-audit.ts"
import { changeOrganization } from "../change-organization.ts"
import {
  disableUser,
  managedAccountFacts,
  managingOrganizationOf,
  recordReleases,
  releaseAccount,
  requireNotManaged
} from "../managed-account.ts"
import { insertWithGeneratedSlug } from "../slug/slug-queries.ts"
import { getOrganization } from "./organization-queries.ts"

/** Creates an organization that the caller owns. */
export const createOrganization = Effect.fn("createOrganization")(function* (
  { caller }: UserAccess,
  body: OrganizationBody
) {
  const database = yield* Database
  const organization = yield* orFail(validateOrganization(body))
  return yield* database.transaction(insertOrganization(caller.userId, organization, caller))
})

/**
 * Creates the organization that a user gets without asking for one, in the open transaction. `actor`: by default the
 * owner.
 */
export const insertOwnOrganization = (
  ownerId: number,
  name: string,
  actor: AuditActor = { userId: ownerId, username: null }
) => insertOrganization(ownerId, ownOrganization(name), actor)

/** The base permission of a new organization. */
const newBasePermission = permissionOfType("VIEW")

const insertOrganization = Effect.fnUntraced(function* (
  ownerId: number,
  { name, description, slug }: OrganizationContent,
  actor: AuditActor
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const accounts = yield* UserRepository
  const at = yield* Clock.currentTimeMillis
  // A deletion of the account either precedes this transaction, or finds the organization and deletes it.
  if ((yield* accounts.lock([ownerId])).length === 0) return yield* failWith("user_not_found")
  const managing = yield* managingOrganizationOf(ownerId)
  if (managing !== null) return yield* failWith("sso_user_cannot_create_organization")
  const insert = (slug: string) =>
    Effect.map(
      organizations.create({ name, description, slug, at, ...newBasePermission }),
      Option.map((organizationId) => ({ organizationId, slug }))
    )
  const inserted = yield* slug === null ? insertWithGeneratedSlug("organization", name, insert) : insert(slug)
  if (Option.isNone(inserted)) return yield* slugNotUnique
  const { organizationId } = inserted.value
  yield* users.addRole(organizationId, ownerId, "OWNER", at)
  yield* recordAudit(actor, {
    action: "ORGANIZATION_CREATED",
    object: organizationObject(organizationId, name),
    organizationId,
    after: { name, description, slug: inserted.value.slug, ownerId }
  })
  return {
    ...inserted.value,
    name,
    description,
    avatarHash: null,
    basePermission: newBasePermission,
    role: "OWNER"
  } satisfies OrganizationRow
})

const organizationObject = (id: number, name: string) => ({ kind: "ORGANIZATION", id, name }) as const

/**
 * Replaces name and description; without a slug the old one stays. The result shows the role of an owner, also to server
 * administrators.
 */
export const editOrganization = Effect.fn("editOrganization")(function* (
  access: OrganizationAccess<"OWNER">,
  body: OrganizationBody
) {
  const repository = yield* OrganizationRepository
  const { name, description, slug } = yield* orFail(validateOrganization(body))
  return yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const before = yield* getOrganization(access)
      const values = { name, description, slug: slug ?? before.slug }
      if (!(yield* repository.edit(access.organizationId, values))) return yield* slugNotUnique
      const { organizationId } = access
      const event = { action: "ORGANIZATION_EDITED", object: organizationObject(organizationId, before.name) } as const
      yield* recordChange(access.caller, { ...event, organizationId }, valuesOf(before), valuesOf(values))
      return { ...before, ...values, role: "OWNER" } satisfies OrganizationRow
    })
  )
})

const valuesOf = ({ name, description, slug }: { name: string; description: string | null; slug: string }) => ({
  name,
  description,
  slug
})

/** Deletes the organization with all its projects. Its slug stays taken. */
export const deleteOrganization = Effect.fn("deleteOrganization")(function* (access: OrganizationAccess<"OWNER">) {
  const identities = yield* IdentityRepository
  const { caller, organizationId, organization } = access
  yield* changeOrganization(
    access,
    yield* identities.listManaged(organizationId),
    deleteOrganizations(caller, [{ organizationId, name: organization.name }])
  )
})

/** Deletes organizations in the open transaction. Accounts that one of them manages become local ones. */
export const deleteOrganizations = Effect.fn("deleteOrganizations")(function* (
  actor: AuditActor,
  deleted: ReadonlyArray<{ readonly organizationId: number; readonly name: string }>
) {
  const repository = yield* OrganizationRepository
  const now = yield* Clock.currentTimeMillis
  const released = yield* repository.deleteAll(
    deleted.map(({ organizationId }) => organizationId),
    now
  )
  for (const { organizationId, name } of deleted) {
    const object = organizationObject(organizationId, name)
    yield* recordAudit(actor, { action: "ORGANIZATION_DELETED", object, organizationId })
  }
  yield* recordReleases(actor, released)
})

/** Sets the permission of every member in projects where the member has no direct permission. */
export const setBasePermissionType = Effect.fn("setBasePermissionType")(
  (access: OrganizationAccess<"OWNER">, type: PermissionType) => setBasePermission(access, { type, scopes: null })
)

/** Works like `setBasePermissionType`, with granular scopes. `scopeValues` null: the parameter is missing. */
export const setBaseScopes = Effect.fn("setBaseScopes")(function* (
  access: OrganizationAccess<"OWNER">,
  scopeValues: ReadonlyArray<string> | null
) {
  if (scopeValues === null) return yield* Effect.fail(fieldErrors({ scopes: "must not be null" }))
  const { type, scopes } = yield* orFail(setBasePermissionScopes(scopeValues))
  yield* setBasePermission(access, { type, scopes })
})

const setBasePermission = Effect.fnUntraced(function* (
  access: OrganizationAccess<"OWNER">,
  values: BasePermissionValues
) {
  const repository = yield* OrganizationRepository
  const { caller, organizationId } = access
  yield* changeOrganization(
    access,
    [],
    Effect.gen(function* () {
      const { name, basePermission } = yield* getOrganization(access)
      yield* repository.setBasePermission(organizationId, values)
      const event = {
        action: "ORGANIZATION_BASE_PERMISSION_SET",
        object: organizationObject(organizationId, name),
        organizationId
      } as const
      const before = { type: basePermission.type, scopes: basePermission.scopes }
      yield* recordChange(caller, event, before, { type: values.type, scopes: values.scopes })
    })
  )
})

const slugNotUnique = Effect.fail(customErrors({ slug_not_unique: [] }))

/** Gives another member of the organization a role. */
export const setOrganizationRole = Effect.fn("setOrganizationRole")(function* (
  access: OrganizationAccess<"OWNER">,
  userId: number,
  role: OrganizationRole
) {
  const users = yield* OrganizationUserRepository
  yield* changeUser(
    access,
    userId,
    (user, caller) => checkSetOrganizationRole({ caller, userId, user, role }),
    (before) =>
      Effect.gen(function* () {
        yield* users.changeRole(access.organizationId, userId, role)
        const { organizationId } = access
        const event = { action: "MEMBER_ROLE_SET", object: yield* userObject(userId), organizationId } as const
        yield* recordChange(access.caller, event, { role: before?.role ?? null }, { role })
      })
  )
})

/**
 * Takes the role and all direct permissions in the organization's projects from a user. The last owner stays. An account
 * that the organization manages is disabled instead, if it has nothing else on the server; else it is not managed any more.
 */
export const removeOrganizationUser = Effect.fn("removeOrganizationUser")(function* (
  access: OrganizationAccess<"OWNER">,
  userId: number
) {
  const accounts = yield* UserRepository
  yield* changeUser(
    access,
    userId,
    (user, caller) => checkRemoveMember(caller, user),
    Effect.fnUntraced(function* (before) {
      const { caller, organizationId } = access
      const isManaged = (yield* managingOrganizationOf(userId)) === organizationId
      if (!isManaged) return yield* removeUser(access, userId, before)
      if (userId === caller.userId) return yield* requireNotManaged(userId, null)
      const found = yield* accounts.find(userId)
      const isOnlyHere =
        Option.isSome(found) && isOnlyOfOrganization(yield* managedAccountFacts(found.value, organizationId))
      if (isOnlyHere) return yield* disableUser(caller, found.value, organizationId)
      yield* removeUser(access, userId, before)
      yield* releaseAccount(caller, userId)
    })
  )
})

/** Removes a user. The entry of one who left has the same user twice. */
const removeUser = Effect.fnUntraced(function* (
  { caller, organizationId }: OrganizationAccess,
  userId: number,
  before: OrganizationMembershipRow | null
) {
  const users = yield* OrganizationUserRepository
  yield* users.remove(organizationId, userId)
  yield* recordAudit(caller, {
    action: "MEMBER_REMOVED",
    object: yield* userObject(userId),
    organizationId,
    before: { role: before?.role ?? null },
    after: { role: null }
  })
})

/** Gives up the caller's role and direct permissions. */
export const leaveOrganization = Effect.fn("leaveOrganization")(function* (access: OrganizationAccess<"VIEWER">) {
  const { userId } = access.caller
  yield* changeUser(access, userId, checkLeaveOrganization, (before) =>
    Effect.andThen(requireNotManaged(userId, null), removeUser(access, userId, before))
  )
})

/** Checks the roles that user and caller have at the time of the change: one of them may have lost it meanwhile. */
const changeUser = Effect.fnUntraced(function* <E, R>(
  access: OrganizationAccess,
  userId: number,
  check: (user: OrganizationMembershipRow | null, caller: OrganizationCaller) => DomainError | null,
  change: (before: OrganizationMembershipRow | null) => Effect.Effect<void, E, R>
) {
  const { caller, organizationId } = access
  const users = yield* OrganizationUserRepository
  yield* changeOrganization(
    access,
    [userId],
    Effect.gen(function* () {
      const user = Option.getOrNull(yield* users.findMembership(organizationId, userId))
      const self = yield* users.findMembership(organizationId, caller.userId)
      const role = Option.getOrNull(self)?.role ?? null
      yield* failIf(check(user, { ...caller, role }))
      yield* change(user)
    })
  )
})
