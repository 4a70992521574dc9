import {
  allLanguages,
  expansionOfPermission,
  expansionOfType,
  type LanguageRestrictions,
  type Permission,
  type PermissionType
} from "./permission.ts"
import type { OrganizationRole, ServerRole } from "./role.ts"
import { bitOfScope, type Expansion, expansionOf, type Scope } from "./scope.ts"

/** The rule that decided. */
export type Origin = "ORGANIZATION_OWNER" | "DIRECT" | "ORGANIZATION_BASE" | "PUBLIC" | "NONE" | "SERVER_ADMIN"

/** All that the decision depends on; null = there is no such record. */
export interface PermissionFacts {
  readonly organizationRole: OrganizationRole | null
  readonly basePermission: Permission
  readonly directPermission: Permission | null
  readonly serverRole: ServerRole
  /**
   * The project is public, and the operation is open to visitors (ADR 108). Absent: false, so a caller that forgets the
   * fact denies access.
   */
  readonly isVisit?: boolean
}

export interface ComputedPermission extends LanguageRestrictions {
  readonly origin: Origin
  /** null: granular. */
  readonly type: PermissionType | null
  /** Expanded, in wire order; shared and frozen. */
  readonly scopes: ReadonlyArray<Scope>
  /** The same scopes, one bit each, for `hasScope`. */
  readonly scopeBits: number
}

/**
 * The rights of a user in a project, and the rule that decided them. Total: every combination of facts has a result.
 * A direct permission replaces the base permission, and keeps a visitor out with NONE; nothing is ever merged.
 * Source: docs/permissions.md#which-rule-decides.
 */
export const computePermission = (facts: PermissionFacts): ComputedPermission => {
  const decided = computeWithoutServerRole(facts)
  // An administrator keeps an origin that gives everything already: the nearest reason explains most.
  return facts.serverRole === "ADMIN" && !hasScope(decided, "admin") ? serverAdmin : decided
}

/** True if the permission includes the scope. */
export const hasScope = (permission: Pick<ComputedPermission, "scopeBits">, scope: Scope): boolean =>
  (permission.scopeBits & bitOfScope[scope]) !== 0

const computeWithoutServerRole = (facts: PermissionFacts): ComputedPermission => {
  const { organizationRole, directPermission, basePermission } = facts
  if (organizationRole === "OWNER") return organizationOwner
  if (directPermission !== null) {
    return computed("DIRECT", directPermission.type, expansionOfPermission(directPermission), directPermission)
  }
  const isVisit = facts.isVisit === true
  if (organizationRole === "MEMBER") {
    const expansion = expansionOfPermission(basePermission)
    // A member whom the base permission gives nothing sees as much as everyone else.
    if (expansion.bits !== 0 || !isVisit) {
      return computed("ORGANIZATION_BASE", basePermission.type, expansion, allLanguages)
    }
  }
  return isVisit ? visitor : none
}

/** The scopes that the rule PUBLIC gives, not expanded. */
export const visitorScopes: ReadonlyArray<Scope> = ["translations.view"]

const computed = (
  origin: Origin,
  type: PermissionType | null,
  expansion: Expansion,
  languages: LanguageRestrictions
): ComputedPermission => ({
  origin,
  type,
  scopes: expansion.scopes,
  scopeBits: expansion.bits,
  translateLanguageIds: nullWhenEmpty(languages.translateLanguageIds),
  viewLanguageIds: nullWhenEmpty(languages.viewLanguageIds),
  stateChangeLanguageIds: nullWhenEmpty(languages.stateChangeLanguageIds)
})

const nullWhenEmpty = (ids: ReadonlyArray<number> | null): ReadonlyArray<number> | null =>
  ids === null || ids.length === 0 ? null : ids

const organizationOwner = Object.freeze(computed("ORGANIZATION_OWNER", "MANAGE", expansionOfType.MANAGE, allLanguages))
const serverAdmin = Object.freeze(computed("SERVER_ADMIN", "MANAGE", expansionOfType.MANAGE, allLanguages))
const visitor = Object.freeze(computed("PUBLIC", null, expansionOf(visitorScopes), allLanguages))
const none = Object.freeze(computed("NONE", "NONE", expansionOfType.NONE, allLanguages))
