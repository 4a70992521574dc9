import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import { parsePermissionColumns } from "../access/permission-columns.ts"

export interface OrganizationRow {
  readonly organizationId: number
  readonly name: string
  readonly slug: string
  readonly description: string | null
  /** null: no picture. */
  readonly avatarHash: string | null
  readonly basePermission: Permission
  /** Of the user who asked; null: none. */
  readonly role: OrganizationRole | null
}

export interface OrganizationColumns extends Omit<OrganizationRow, "basePermission"> {
  readonly baseType: string | null
  readonly baseScopes: string | null
}

/** With `o` for the organization and `r` for the role of the user who asks. */
export const organizationColumns =
  "o.id AS organization_id, o.name, o.slug, o.description, o.avatar_hash, o.base_type, o.base_scopes, r.role"

/** The row out of `organizationColumns`. */
export const toOrganizationRow = ({ baseType, baseScopes, ...row }: OrganizationColumns): OrganizationRow => ({
  ...row,
  basePermission: parsePermissionColumns({ type: baseType, scopes: baseScopes })
})

/** A user of an organization: with a role, or with direct permissions in its projects. */
export interface OrganizationUserRow {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly avatarHash: string | null
  readonly role: OrganizationRole | null
  readonly projectsWithDirectPermission: ReadonlyArray<OrganizationUserProject>
}

export interface OrganizationUserProject {
  readonly projectId: number
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly avatarHash: string | null
}

/** What the rules about members of an organization ask of one user. */
export interface OrganizationMembershipRow {
  readonly role: OrganizationRole | null
  /** Of any type, in any of its projects. */
  readonly hasDirectPermission: boolean
  /** Another user, neither disabled nor deleted, is OWNER. */
  readonly hasOtherOwner: boolean
}

/** One per tag. */
export interface OrganizationLanguageRow {
  readonly name: string
  readonly tag: string
  readonly originalName: string | null
  readonly flagEmoji: string | null
  /** The base language of at least one of the projects. */
  readonly base: boolean
}
