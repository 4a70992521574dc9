import type { Permission } from "@dragoman/domain/permission"
import { computed, Flag, optional, pick, type Selected, select } from "../database/table.ts"
import { toPermission } from "../permission/permission-columns.ts"
import { directPermissionTable } from "../table/direct-permission-table.ts"
import { languageTable } from "../table/language-table.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-table.ts"
import { projectTable } from "../table/project-table.ts"
import { userAccountTable } from "../table/user-account-table.ts"

const o = organizationTable.as("o")

/** An organization `o`, and the role `r` of the user who asks. */
export const organizationWithRole = select({
  organizationId: o.id,
  ...pick(o, "name", "slug", "description", "avatarHash", "baseType", "baseScopes"),
  role: optional(organizationRoleTable.as("r")).role
})

/** `role`: of the user who asks; null: none. */
export interface OrganizationRow extends Omit<Selected<typeof organizationWithRole>, "baseType" | "baseScopes"> {
  readonly basePermission: Permission
}

export const toOrganizationRow = ({
  baseType,
  baseScopes,
  ...row
}: Selected<typeof organizationWithRole>): OrganizationRow => ({
  ...row,
  basePermission: toPermission({ type: baseType, scopes: baseScopes })
})

const u = userAccountTable.as("u")

/** A user `u` of an organization: with a role `r`, or with direct permissions in its projects. */
export const organizationUser = select({
  userId: u.id,
  ...pick(u, "username", "name", "avatarHash"),
  role: optional(organizationRoleTable.as("r")).role
})

export interface OrganizationUserRow extends Selected<typeof organizationUser> {
  readonly projectsWithDirectPermission: ReadonlyArray<OrganizationUserProject>
}

const p = projectTable.as("p")

/** A project `p` in which a user has a direct permission `d`. */
export const organizationUserProject = select({
  projectId: p.id,
  ...pick(p, "name", "slug", "description", "avatarHash"),
  userId: directPermissionTable.as("d").userId
})

export interface OrganizationUserProject extends Omit<Selected<typeof organizationUserProject>, "userId"> {}

/** What the rules about members of an organization ask of one user. */
export const organizationMembership = select({
  role: optional(organizationRoleTable.as("r")).role,
  /** Of any type, in any of its projects. */
  hasDirectPermission: computed(Flag, "has_direct_permission"),
  /** Another user, neither disabled nor deleted, is OWNER. */
  hasOtherOwner: computed(Flag, "has_other_owner")
})

export interface OrganizationMembershipRow extends Selected<typeof organizationMembership> {}

/** One row per tag. `base`: the base language of at least one of the projects. */
export const organizationLanguage = select({
  ...pick(languageTable.as("used"), "name", "tag", "originalName", "flagEmoji"),
  base: computed(Flag, "used.base")
})

export interface OrganizationLanguageRow extends Selected<typeof organizationLanguage> {}
