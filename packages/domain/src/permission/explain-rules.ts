import type { Origin, PermissionFacts } from "./compute-permission.ts"
import { type Permission, permissionOfType, rawScopes } from "./permission.ts"
import type { PermissionType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"
import { scopePath } from "./scope-path.ts"

/** SHADOWED: the rule fits the user, but another one decided. */
export type RuleState = "DECIDED" | "SHADOWED" | "NOT_APPLICABLE"

export type RuleReason = keyof typeof reasonSentences

/** One rule of the precedence and its effect. */
export interface ExplainedRule {
  readonly rule: Origin
  readonly state: RuleState
  readonly reason: RuleReason
  /** Of the permission that the rule gives, or would give; null when it is not applicable, and for granular ones. */
  readonly type: PermissionType | null
  /** Not expanded. */
  readonly scopes: ReadonlyArray<Scope> | null
  /** Would the rule alone grant the scope that was asked for? */
  readonly grantsScope: boolean
  readonly sentence: string
}

/**
 * The five rules of the precedence in its order. `decidedBy` comes from the computation itself, so that the explanation
 * agrees with it. Source: docs/permissions.md#which-rule-decides.
 */
export const explainRules = (facts: PermissionFacts, decidedBy: Origin, scope: Scope): ReadonlyArray<ExplainedRule> => {
  const { organizationRole, directPermission, basePermission, serverRole } = facts
  const isOwner = organizationRole === "OWNER"
  const isMember = organizationRole === "MEMBER"
  const isStranger = organizationRole === null && directPermission === null
  const isRaised = decidedBy === "SERVER_ADMIN"
  const explain = (rule: Origin, permission: Permission | null, reason: RuleReason): ExplainedRule => {
    const granted = permission && rawScopes(permission)
    return {
      rule,
      state: permission === null ? "NOT_APPLICABLE" : rule === decidedBy ? "DECIDED" : "SHADOWED",
      reason,
      type: permission?.type ?? null,
      scopes: granted,
      grantsScope: scopePath(granted ?? [], scope) !== null,
      sentence: reasonSentences[reason]
    }
  }
  return [
    explain("ORGANIZATION_OWNER", isOwner ? everything : null, isOwner ? "ROLE_IS_OWNER" : "ROLE_IS_NOT_OWNER"),
    explain("DIRECT", directPermission, directPermission ? "DIRECT_PERMISSION_EXISTS" : "NO_DIRECT_PERMISSION"),
    explain("ORGANIZATION_BASE", isMember ? basePermission : null, isMember ? "ROLE_IS_MEMBER" : "ROLE_IS_NOT_MEMBER"),
    explain("NONE", isStranger ? nothing : null, isStranger ? "NO_ROLE_AND_NO_PERMISSION" : "ANOTHER_RULE_APPLIES"),
    explain("SERVER_ADMIN", isRaised ? everything : null, serverReason(isRaised, serverRole === "ADMIN"))
  ]
}

const serverReason = (isRaised: boolean, isAdministrator: boolean): RuleReason => {
  if (isRaised) return "SERVER_ROLE_IS_ADMIN"
  return isAdministrator ? "EVERYTHING_GRANTED_ALREADY" : "SERVER_ROLE_IS_NOT_ADMIN"
}

const everything = permissionOfType("MANAGE")
const nothing = permissionOfType("NONE")

const reasonSentences = {
  ROLE_IS_OWNER: "The user owns the organization; nothing can lower that.",
  ROLE_IS_NOT_OWNER: "The user does not own the organization.",
  DIRECT_PERMISSION_EXISTS: "The user has a direct permission in this project; it replaces the base permission.",
  NO_DIRECT_PERMISSION: "The user has no direct permission in this project.",
  ROLE_IS_MEMBER: "The user is a member of the organization and gets its base permission.",
  ROLE_IS_NOT_MEMBER: "The base permission is for plain members of the organization only.",
  NO_ROLE_AND_NO_PERMISSION: "The user has neither a role in the organization nor a direct permission.",
  ANOTHER_RULE_APPLIES: "A role or a direct permission exists.",
  SERVER_ROLE_IS_ADMIN: "The user is an administrator of the server; that lifts every limit.",
  SERVER_ROLE_IS_NOT_ADMIN: "The user is not an administrator of the server.",
  EVERYTHING_GRANTED_ALREADY: "The user is an administrator of the server, but has everything already."
} as const
