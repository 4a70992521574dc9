import type { OrganizationRole } from "../permission/role.ts"

/** Which groups of the provider have which role in the organization. Both empty: groups decide nothing. */
export interface GroupMapping {
  readonly ownerGroups: ReadonlyArray<string>
  readonly memberGroups: ReadonlyArray<string>
}

export interface GroupRoleFacts {
  /** null: none yet. */
  readonly role: OrganizationRole | null
  /** Another owner can act. */
  readonly hasOtherOwner: boolean
}

/**
 * The role in the organization after a login; null: the groups do not permit it. Without a mapping a role stays, and
 * new people become MEMBER. The last owner keeps the role, whatever the provider says.
 */
export const roleOfGroups = (
  { ownerGroups, memberGroups }: GroupMapping,
  groups: ReadonlyArray<string>,
  { role, hasOtherOwner }: GroupRoleFacts
): OrganizationRole | null => {
  if (role === "OWNER" && !hasOtherOwner) return "OWNER"
  if (ownerGroups.length + memberGroups.length === 0) return role ?? "MEMBER"
  const isIn = (names: ReadonlyArray<string>) => names.some((name) => groups.includes(name))
  if (isIn(ownerGroups)) return "OWNER"
  if (memberGroups.length > 0 && !isIn(memberGroups)) return null
  // Only groups of members are named: owners were made here.
  return ownerGroups.length === 0 && role === "OWNER" ? "OWNER" : "MEMBER"
}
