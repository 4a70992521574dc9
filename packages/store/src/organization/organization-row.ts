import type { Permission } from "@dragoman/domain/permission"
import type { SqlClient, Statement } from "effect/sql"
import { computed, Flag, optional, pick, type Selected, select } from "../database/table.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import { directPermissionTable, toPermission } from "../table/permission-tables.ts"
import { languageTable, projectTable } from "../table/project-tables.ts"
import { mfaEnabledColumn } from "../table/second-factor-tables.ts"
import { userAccountTable } from "../table/user-tables.ts"

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
  mfaEnabled: mfaEnabledColumn,
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

/** Facts about one user for the rules about members of an organization. */
export const organizationMembership = select({
  role: optional(organizationRoleTable.as("r")).role,
  /** Direct permission of any type, in any project of the organization. */
  hasDirectPermission: computed(Flag, "has_direct_permission"),
  /** Another user, neither disabled nor deleted, is OWNER. */
  hasOtherOwner: computed(Flag, "has_other_owner")
})

export interface OrganizationMembershipRow extends Selected<typeof organizationMembership> {}

/** An organization `o` outside of the one that is asked about, and the role `r` of the user. */
export const organizationElsewhere = select({
  organizationId: o.id,
  name: o.name,
  /** The user alone owns it, and there is nothing in it. */
  isUnused: computed(
    Flag,
    `CASE WHEN r.role = 'OWNER'
      AND NOT EXISTS (SELECT 1 FROM organization_role other WHERE other.organization_id = o.id AND other.user_id <> r.user_id)
      AND NOT EXISTS (SELECT 1 FROM project WHERE organization_id = o.id AND deleted_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM invitation WHERE organization_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM organization_sso WHERE organization_id = o.id)
    THEN 1 ELSE 0 END`
  )
})

export interface OrganizationElsewhere extends Selected<typeof organizationElsewhere> {}

/** One row per tag. `base`: the base language of at least one of the projects. */
export const organizationLanguage = select({
  ...pick(languageTable.as("used"), "name", "tag", "originalName", "flagEmoji"),
  base: computed(Flag, "used.base")
})

export interface OrganizationLanguageRow extends Selected<typeof organizationLanguage> {}

/**
 * Whether the organization `o` has an owner besides this user, and who can act: neither deleted nor disabled. Every
 * check of the last owner uses it.
 */
export const hasOtherOwner = (sql: SqlClient.SqlClient, userId: number): Statement.Fragment => sql`EXISTS (
  SELECT 1 FROM organization_role other JOIN user_account owner ON owner.id = other.user_id
  WHERE other.organization_id = o.id AND other.role = 'OWNER' AND other.user_id <> ${userId}
    AND owner.deleted_at IS NULL AND owner.disabled_at IS NULL)`
