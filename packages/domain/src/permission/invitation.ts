import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import {
  checkLanguagesOfScopes,
  checkLanguagesOfType,
  type LanguageFacts,
  type RequestedLanguages,
  resolveLanguages
} from "./change-permission.ts"
import { checkScopes } from "./check-access.ts"
import { checkGrant } from "./check-grant.ts"
import { computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import { type Permission, type PermissionType, permissionOfScopes, permissionOfType } from "./permission.ts"
import {
  checkOrganizationAccess,
  type OrganizationAccessFacts,
  type OrganizationRole,
  type ServerRole
} from "./role.ts"
import type { Scope } from "./scope.ts"
import { parseScopes } from "./written-names.ts"

export interface InvitationFacts extends LanguageFacts {
  /** The e-mail address is invited already or belongs to a member of the project; case does not matter. */
  readonly emailTaken: boolean
}

export interface RequestedInvitation extends RequestedLanguages {
  readonly type?: PermissionType | null | undefined
  /** An empty list counts as not given. */
  readonly scopes?: ReadonlyArray<string> | null | undefined
}

/**
 * The permission that an invitation to a project carries, or the first rule that the request breaks.
 * Source: docs/reference/permissions-and-scopes.md#invitations, in its order.
 */
export const invitationPermission = (facts: InvitationFacts, requested: RequestedInvitation): Validated<Permission> => {
  const type = requested.type ?? null
  const scopeValues = requested.scopes ?? []
  if ((type !== null) === scopeValues.length > 0) return invalid(domainError("set_exactly_one_of_scopes_or_type"))
  const languages = resolveLanguages(requested, facts)
  if (!languages.ok) return languages
  if (facts.emailTaken) return invalid(domainError("email_already_invited_or_member"))
  if (type !== null) {
    const error = checkLanguagesOfType(type, languages.value)
    return error === null ? valid(permissionOfType(type, languages.value)) : invalid(error)
  }
  const granted = parseScopes(scopeValues)
  if (!granted.ok) return granted
  if (granted.value.length === 0) return invalid(domainError("scopes_has_to_be_set"))
  const error = checkLanguagesOfScopes(granted.value, languages.value)
  return error === null ? valid(permissionOfScopes(granted.value, languages.value)) : invalid(error)
}

/** Why an invitation cannot be accepted any more although its time is not over. */
export const invitationEnds = ["INVITER_DISABLED", "INVITER_MAY_NOT_INVITE", "INVITER_HAS_LESS"] as const

export type InvitationEnd = (typeof invitationEnds)[number]

interface Inviter {
  /** Disabled or deleted. */
  readonly isGone: boolean
}

/**
 * Why an invitation into a project ended; null: it is valid. It is valid as long as its inviter could make it again: may edit
 * the members and has everything that it gives. Source: docs/permissions.md#invitations.
 */
export const projectInvitationEnd = (
  inviter: Inviter & PermissionFacts,
  permission: Permission
): InvitationEnd | null => {
  if (inviter.isGone) return "INVITER_DISABLED"
  const computed = computePermission(inviter)
  if (!hasScope(computed, "members.edit")) return "INVITER_MAY_NOT_INVITE"
  return checkGrant(computed, permission) === null ? null : "INVITER_HAS_LESS"
}

/** The same of an invitation into an organization: owners and server administrators make them. */
export const organizationInvitationEnd = (
  inviter: Inviter & { readonly role: OrganizationRole | null; readonly serverRole: ServerRole }
): InvitationEnd | null => {
  if (inviter.isGone) return "INVITER_DISABLED"
  return inviter.role === "OWNER" || inviter.serverRole === "ADMIN" ? null : "INVITER_MAY_NOT_INVITE"
}

// Each answers: may the user withdraw the invitation? null: yes. A user who cannot see the place does not learn that there
// is an invitation into it.

/** `scopes`: of the user in the project; null: there is no such project. */
export const checkWithdrawProjectInvitation = (scopes: ReadonlyArray<Scope> | null): DomainError | null =>
  scopes === null || scopes.length === 0 ? domainError("resource_not_found") : checkScopes(scopes, ["admin"])

/** `user`: in the organization; null: there is no such organization. */
export const checkWithdrawOrganizationInvitation = (user: OrganizationAccessFacts | null): DomainError | null => {
  if (user === null) return domainError("resource_not_found")
  if (user.role === "OWNER" || user.serverRole === "ADMIN") return null
  return checkOrganizationAccess(user, "VIEWER") ?? domainError("user_is_not_owner_of_organization")
}
