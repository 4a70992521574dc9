import { customErrors, type DomainError, domainError } from "../error/domain-error.ts"
import type { ErrorCode } from "../error/error-code.ts"

export const serverRoles = ["USER", "ADMIN"] as const

/** Roles on the whole server, not in one organization. Source: docs/reference/permissions-and-scopes.md#stored-records. */
export type ServerRole = (typeof serverRoles)[number]

export interface AdministratorFacts {
  readonly serverRole: ServerRole
  /** Another account with the role ADMIN that is neither disabled nor deleted. */
  readonly hasOtherAdministrator: boolean
}

/** Checks whether the user may stop being an administrator: be demoted, disabled or deleted; null: yes. The last one stays. */
export const checkLoseAdministrator = (user: AdministratorFacts): DomainError | null =>
  user.serverRole === "ADMIN" && !user.hasOtherAdministrator ? domainError("server_has_no_other_administrator") : null

export interface DisableUserFacts {
  /** null: the operator of the server. */
  readonly callerId: number | null
  readonly userId: number
  /** null: there is no such account. */
  readonly user: AdministratorFacts | null
}

/** Checks whether an administrator may disable the account; null: yes. */
export const checkDisableUser = ({ callerId, userId, user }: DisableUserFacts): DomainError | null => {
  if (userId === callerId) return domainError("cannot_disable_your_own_account")
  return user === null ? domainError("user_not_found") : checkLoseAdministrator(user)
}

export interface SetServerRoleFacts extends DisableUserFacts {
  readonly role: ServerRole
}

/** Checks whether an administrator may give the account this role; null: yes. Administrators do not demote themselves. */
export const checkSetServerRole = ({ callerId, userId, user, role }: SetServerRoleFacts): DomainError | null => {
  if (user === null) return domainError("user_not_found")
  if (role === "ADMIN") return null
  return checkLoseAdministrator(user) ?? (userId === callerId ? domainError("cannot_set_your_own_role") : null)
}

export const organizationRoles = ["MEMBER", "OWNER"] as const

export type OrganizationRole = (typeof organizationRoles)[number]

/**
 * VIEWER: a role, or a direct permission other than NONE in one of the organization's projects. MEMBER: any role. EDITOR: any
 * role, and `checkManageShared` decides about what the organization shares.
 */
export type OrganizationLevel = "VIEWER" | "MEMBER" | "EDITOR" | "OWNER"

export interface OrganizationAccessFacts {
  readonly role: OrganizationRole | null
  /** A direct permission other than NONE in one of the organization's projects. */
  readonly hasProjectPermission: boolean
  readonly serverRole: ServerRole
}

/**
 * May the user act on the organization at this level? null: yes. 404 with `hiddenCode` when the user cannot see it,
 * 403 when the role is too low.
 * Source: docs/reference/errors.md#401-403-and-404.
 */
export const checkOrganizationAccess = (
  { role, hasProjectPermission, serverRole }: OrganizationAccessFacts,
  level: OrganizationLevel,
  hiddenCode: ErrorCode = "resource_not_found"
): DomainError | null => {
  if (serverRole === "ADMIN") return null
  if (role === null && !hasProjectPermission) return domainError(hiddenCode)
  const isOfMembers = level === "MEMBER" || level === "EDITOR"
  const isHighEnough = level === "VIEWER" || role === "OWNER" || (isOfMembers && role !== null)
  return isHighEnough ? null : domainError("operation_not_permitted")
}

/** `role`: at the time of the change. Another owner may have changed it since the request was authorized. */
export interface OrganizationCaller {
  readonly userId: number
  readonly role: OrganizationRole | null
  readonly serverRole: ServerRole
}

const checkIsOwner = ({ role, serverRole }: OrganizationCaller): DomainError | null =>
  role === "OWNER" || serverRole === "ADMIN" ? null : domainError("operation_not_permitted")

export interface SetOrganizationRoleFacts {
  readonly caller: OrganizationCaller
  readonly userId: number
  /** null: there is no such user. */
  readonly user: Pick<OrganizationMemberFacts, "role" | "hasOtherOwner"> | null
  /** The new role. */
  readonly role: OrganizationRole
}

/** Checks whether the caller may give the user another role. Users cannot change their own; the last owner keeps the role. */
export const checkSetOrganizationRole = ({
  caller,
  userId,
  user,
  role
}: SetOrganizationRoleFacts): DomainError | null => {
  const error = checkIsOwner(caller)
  if (error !== null) return error
  if (userId === caller.userId) return domainError("cannot_set_your_own_role")
  if (user === null || user.role === null) return domainError("resource_not_found")
  return user.role === "OWNER" && role !== "OWNER" && !user.hasOtherOwner ? noOtherOwner : null
}

export interface OrganizationMemberFacts {
  readonly role: OrganizationRole | null
  /** A direct permission of any type in one of the organization's projects. */
  readonly hasDirectPermission: boolean
  /** Another user, neither disabled nor deleted, is an owner. */
  readonly hasOtherOwner: boolean
}

// `member` null: there is no such account.

/** Checks whether the user may leave. The missing owner is reported first. */
export const checkLeaveOrganization = (member: OrganizationMemberFacts | null): DomainError | null =>
  member === null || member.hasOtherOwner ? checkIsMember(member) : noOtherOwner

/** Checks whether the caller may remove the member. The last owner stays: the organization could not be managed any more. */
export const checkRemoveMember = (
  caller: OrganizationCaller,
  member: OrganizationMemberFacts | null
): DomainError | null =>
  checkIsOwner(caller) ?? (member?.role === "OWNER" && !member.hasOtherOwner ? noOtherOwner : checkIsMember(member))

const checkIsMember = (member: OrganizationMemberFacts | null): DomainError | null =>
  member === null || (member.role === null && !member.hasDirectPermission)
    ? domainError("user_is_not_member_of_organization")
    : null

const noOtherOwner = customErrors({ organization_has_no_other_owner: [] })

/**
 * May the user create projects in the organization? null: yes. `organization` null: there is no such organization, which
 * gets the same error.
 */
export const checkCreateProject = (
  serverRole: ServerRole,
  organization: { readonly role: OrganizationRole | null } | null
): DomainError | null =>
  organization !== null && (organization.role === "OWNER" || serverRole === "ADMIN")
    ? null
    : domainError("user_is_not_owner_or_maintainer_of_organization")
