import { type DomainError, domainError } from "../error/domain-error.ts"
import { taskTypes } from "../task/task.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"
import {
  checkScopes,
  type LanguageOperation,
  languageListOf,
  languageOperationOf,
  permittedLanguages
} from "./check-access.ts"
import {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts,
  visitorScopes
} from "./compute-permission.ts"
import {
  expandPermission,
  expansionOfType,
  type Permission,
  type PermissionType,
  permissionOfScopes,
  permissionOfType,
  permissionTypes,
  rawScopes
} from "./permission.ts"
import type { OrganizationRole } from "./role.ts"
import { bitOfScope, type Scope, scopePath } from "./scope.ts"
import { isGivenByTask, mayHaveTasks, scopesOfTask, type TaskPlace, type TextPlace } from "./task-access.ts"

/** The rule that decided; TASK: an open task of the user, for a key in a language. */
export type ExplainedOrigin = Origin | "TASK"

/** The decision, every step that led to it, and its remedies. Codes are stable; sentences are for people. */
export interface PermissionExplanation {
  readonly allowed: boolean
  readonly scope: Scope
  /** null: the question names no language; `allowed` is then about the scope alone, and `language` shows the limit. */
  readonly languageId: number | null
  readonly origin: ExplainedOrigin
  readonly rules: ReadonlyArray<ExplainedRule>
  /** From the scope that was granted to the one asked for; null: not granted. */
  readonly scopePath: ReadonlyArray<Scope> | null
  /** null: languages do not limit this scope. */
  readonly language: ExplainedLanguages | null
  /** null: not asked with a project API key. */
  readonly key: ExplainedKey | null
  /** Empty when allowed. Each of them has to go. */
  readonly obstacles: ReadonlyArray<Obstacle>
  readonly sentence: string
}

/** The list of languages that belongs to the scope. */
export interface ExplainedLanguages {
  readonly operation: LanguageOperation
  /** null: all languages. */
  readonly languageIds: ReadonlyArray<number> | null
  /** null: no language was asked about. */
  readonly permitted: boolean | null
}

export interface ExplainedKey {
  /** The stored scopes, not expanded. */
  readonly scopes: ReadonlyArray<Scope>
  /** From the key's scope to the one asked for; null: the key does not have it. */
  readonly scopePath: ReadonlyArray<Scope> | null
}

export interface Obstacle {
  readonly code: "SCOPE_MISSING" | "LANGUAGE_NOT_PERMITTED" | "KEY_SCOPE_MISSING"
  readonly sentence: string
  /** One of them is enough for this obstacle. */
  readonly remedies: ReadonlyArray<Remedy>
}

export interface Remedy {
  readonly code:
    | "CHANGE_DIRECT_PERMISSION"
    | "RESET_DIRECT_PERMISSION"
    | "SET_DIRECT_PERMISSION"
    | "RAISE_BASE_PERMISSION"
    | "INVITE_TO_PROJECT"
    | "ADD_TO_ORGANIZATION"
    | "ADD_LANGUAGE"
    | "MAKE_KEY_WITH_SCOPE"
    | "ASSIGN_TASK"
  readonly sentence: string
}

/**
 * Why a user has a scope in a project, or has not. `keyScopes`: those stored in the project API key of the request; null
 * for the user alone. It always agrees with `computePermission`.
 * Source: docs/permissions.md#ask-why.
 */
export const explainPermission = (
  facts: PermissionFacts,
  scope: Scope,
  languageId: number | null = null,
  keyScopes: ReadonlyArray<Scope> | null = null
): PermissionExplanation => {
  const computed = computePermission(facts)
  const rules = explainRules(facts, computed.origin, scope)
  const language = explainLanguages(computed, scope, languageId)
  const key = keyScopes && { scopes: keyScopes, scopePath: scopePath(keyScopes, scope) }
  const obstacles = [
    ...(hasScope(computed, scope) ? [] : [scopeMissing(facts, computed.origin, scope)]),
    ...(language?.permitted === false ? [languageNotPermitted(facts, scope, language.operation)] : []),
    ...(key && key.scopePath === null ? [keyScopeMissing(scope)] : [])
  ]
  const allowed = obstacles.length === 0
  const decided = rules.find((rule) => rule.state === "DECIDED")
  const path = scopePath(decided?.scopes ?? [], scope)
  return {
    allowed,
    scope,
    languageId,
    origin: computed.origin,
    rules,
    scopePath: path,
    language,
    key,
    obstacles,
    sentence: allowed
      ? `Allowed${limitOf(language)}: ${path?.join(" → ")}. ${decided?.sentence}`
      : `Not allowed: ${obstacles.map((obstacle) => obstacle.sentence).join(" ")} ${decided?.sentence}`
  }
}

/**
 * Works like `explainPermission`, for a key in a language, with the open tasks of the user that have the key: the rule TASK is the
 * last one. It always agrees with `isGivenByTask`. Source: docs/tasks.md#rights.
 */
export const explainPermissionAt = (
  facts: PermissionFacts,
  scope: Scope,
  place: TextPlace,
  tasks: ReadonlyArray<TaskPlace>,
  keyScopes: ReadonlyArray<Scope> | null = null
): PermissionExplanation => {
  const explanation = explainPermission(facts, scope, place.languageId, keyScopes)
  const computedPermission = computePermission(facts)
  // The key is an obstacle of its own.
  const isGiven = isGivenByTask({ computedPermission, keyScopes: null }, tasks, scope, place)
  const ofPermission = explanation.obstacles.filter(({ code }) => code !== "KEY_SCOPE_MISSING")
  const decides = isGiven && ofPermission.length > 0
  const rule = taskRule(scope, isGiven, decides)
  if (!decides) {
    const types = taskTypes.filter((type) => scopesOfTask[type].includes(scope))
    const assign = {
      code: "ASSIGN_TASK",
      sentence: `Assign the user to a task of the type ${types.join(" or ")} with the key.`
    } as const
    const obstacles = explanation.obstacles.map((obstacle) =>
      obstacle.code === "KEY_SCOPE_MISSING" || types.length === 0 || !mayHaveTasks(computedPermission)
        ? obstacle
        : { ...obstacle, remedies: [...obstacle.remedies, assign] }
    )
    return { ...explanation, rules: [...explanation.rules, rule], obstacles }
  }
  const obstacles = explanation.obstacles.filter(({ code }) => code === "KEY_SCOPE_MISSING")
  const sentences = [...obstacles.map(({ sentence }) => sentence), rule.sentence].join(" ")
  const allowed = obstacles.length === 0
  return {
    ...explanation,
    allowed,
    origin: "TASK",
    rules: [
      ...explanation.rules.map((other) =>
        other.state === "DECIDED" ? { ...other, state: "SHADOWED" as const } : other
      ),
      rule
    ],
    scopePath: scopePath(rule.scopes ?? [], scope),
    obstacles,
    sentence: `${allowed ? "Allowed" : "Not allowed"}: ${sentences}`
  }
}

const taskRule = (scope: Scope, isGiven: boolean, decides: boolean): ExplainedRule => {
  const reason = isGiven ? "TASK_GIVES_SCOPE" : "NO_TASK_GIVES_SCOPE"
  return {
    rule: "TASK",
    state: !isGiven ? "NOT_APPLICABLE" : decides ? "DECIDED" : "SHADOWED",
    reason,
    type: null,
    scopes: isGiven ? [scope] : null,
    grantsScope: isGiven,
    sentence: reasonSentences[reason]
  }
}

const explainLanguages = (
  computed: ComputedPermission,
  scope: Scope,
  languageId: number | null
): ExplainedLanguages | null => {
  const operation = languageOperationOf(scope)
  // Without any scope there is nothing that a list could limit.
  if (operation === null || computed.scopes.length === 0) return null
  const languageIds = permittedLanguages(computed, operation)
  const permitted = languageId === null ? null : languageIds === null || languageIds.includes(languageId)
  return { operation, languageIds, permitted }
}

const limitOf = (language: ExplainedLanguages | null): string =>
  language === null || language.languageIds === null || language.permitted !== null
    ? ""
    : `, in the languages ${language.languageIds.join(", ")} only`

const scopeMissing = (facts: PermissionFacts, origin: Origin, scope: Scope): Obstacle => {
  const types = permissionTypes.filter((type) => (expansionOfType[type].bits & bitOfScope[scope]) !== 0)
  const wanted = `the type ${types.join(" or ")}, or the scope ${scope}`
  return {
    code: "SCOPE_MISSING",
    sentence: `The user lacks the scope ${scope}.`,
    remedies: scopeRemedies(facts, origin, scope, wanted)
  }
}

const scopeRemedies = (facts: PermissionFacts, origin: Origin, scope: Scope, wanted: string): ReadonlyArray<Remedy> => {
  if (origin === "DIRECT") {
    const change = { code: "CHANGE_DIRECT_PERMISSION", sentence: `Give the direct permission ${wanted}.` } as const
    return [change, ...resetRemedy(facts, scope)]
  }
  if (origin === "ORGANIZATION_BASE") {
    return [
      { code: "SET_DIRECT_PERMISSION", sentence: `Set a direct permission with ${wanted}.` },
      { code: "RAISE_BASE_PERMISSION", sentence: `Give the base permission, and so all members, ${wanted}.` }
    ]
  }
  const invite = { code: "INVITE_TO_PROJECT", sentence: `Invite the user to the project with ${wanted}.` } as const
  return expandPermission(facts.basePermission).includes(scope)
    ? [
        invite,
        { code: "ADD_TO_ORGANIZATION", sentence: "Invite the user to the organization: the base permission is enough." }
      ]
    : [invite]
}

/** The obstacle of a language list without the language. */
export const languageNotPermitted = (facts: PermissionFacts, scope: Scope, operation: LanguageOperation): Obstacle => ({
  code: "LANGUAGE_NOT_PERMITTED",
  sentence: `The direct permission limits ${scope} to other languages (${languageListOf[operation]}).`,
  remedies: [
    { code: "ADD_LANGUAGE", sentence: `Add the language to ${languageListOf[operation]} of the direct permission.` },
    ...resetRemedy(facts, scope)
  ]
})

/** The base permission takes the place of a direct one that is deleted; it has no lists of languages. */
const resetRemedy = (facts: PermissionFacts, scope: Scope): ReadonlyArray<Remedy> =>
  facts.organizationRole === "MEMBER" && scopePath(rawScopes(facts.basePermission), scope) !== null
    ? [{ code: "RESET_DIRECT_PERMISSION", sentence: "Delete the direct permission: the base permission is enough." }]
    : []

const keyScopeMissing = (scope: Scope): Obstacle => ({
  code: "KEY_SCOPE_MISSING",
  sentence: `The API key lacks the scope ${scope}.`,
  remedies: [{ code: "MAKE_KEY_WITH_SCOPE", sentence: `Give the key the scope ${scope}, or one that includes it.` }]
})

/** SHADOWED: the rule fits the user, but another one decided. */
export type RuleState = "DECIDED" | "SHADOWED" | "NOT_APPLICABLE"

export type RuleReason = keyof typeof reasonSentences

/** One rule of the precedence and its effect. */
export interface ExplainedRule {
  readonly rule: ExplainedOrigin
  readonly state: RuleState
  readonly reason: RuleReason
  /** The type of the permission that the rule gives, or would give; null when it is not applicable, and for granular ones. */
  readonly type: PermissionType | null
  /** Not expanded. */
  readonly scopes: ReadonlyArray<Scope> | null
  /** Would the rule alone grant the scope that was asked for? */
  readonly grantsScope: boolean
  readonly sentence: string
}

/**
 * The rules of the precedence in its order; PUBLIC only where the project is public. `decidedBy` comes from the computation itself, so that the explanation
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
    ...(facts.isVisit === true ? [explain("PUBLIC", visiting, "PROJECT_IS_PUBLIC")] : []),
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
const visiting = permissionOfScopes(visitorScopes)

const reasonSentences = {
  ROLE_IS_OWNER: "The user owns the organization; nothing can lower that.",
  ROLE_IS_NOT_OWNER: "The user does not own the organization.",
  DIRECT_PERMISSION_EXISTS: "The user has a direct permission in this project; it replaces the base permission.",
  NO_DIRECT_PERMISSION: "The user has no direct permission in this project.",
  ROLE_IS_MEMBER: "The user is a member of the organization and gets its base permission.",
  ROLE_IS_NOT_MEMBER: "The base permission is for plain members of the organization only.",
  PROJECT_IS_PUBLIC:
    "The project is public: everyone may read its texts on its public page, and suggest texts after logging in; nothing else is open to visitors.",
  NO_ROLE_AND_NO_PERMISSION: "The user has neither a role in the organization nor a direct permission.",
  ANOTHER_RULE_APPLIES: "A role or a direct permission exists.",
  SERVER_ROLE_IS_ADMIN: "The user is an administrator of the server; that lifts every limit.",
  SERVER_ROLE_IS_NOT_ADMIN: "The user is not an administrator of the server.",
  EVERYTHING_GRANTED_ALREADY: "The user is an administrator of the server, but has everything already.",
  TASK_GIVES_SCOPE: "An open task of the user has the key in this language and gives the scope.",
  NO_TASK_GIVES_SCOPE: "No open task of the user gives the scope for the key in this language."
} as const

/**
 * May the caller ask why a user has a scope in the project? null: yes. All callers may ask about themselves, so that every
 * 403 can be explained; about other members only with `members.view`.
 */
export const checkExplain = (
  callerId: number,
  userId: number,
  effectiveScopes: ReadonlyArray<Scope>
): DomainError | null => (userId === callerId ? null : checkScopes(effectiveScopes, ["members.view"]))

export interface ExplainedUserFacts<User> {
  readonly callerId: number
  readonly userId: number
  /** The caller may see all accounts of the server. */
  readonly seesAccounts: boolean
  /** null: there is no such account. */
  readonly user: User | null
}

interface ProjectUser {
  readonly organizationRole: OrganizationRole | null
  readonly directPermission: Permission | null
}

const isOfProject = (user: ProjectUser | null): boolean =>
  user !== null && (user.organizationRole !== null || user.directPermission !== null)

/** The user, when the caller may see the account. One without any relation to the project counts as absent. */
export const explainedUser = <User extends ProjectUser>(facts: ExplainedUserFacts<User>): Validated<User> => {
  const { callerId, userId, seesAccounts, user } = facts
  const isVisible = userId === callerId || seesAccounts || isOfProject(user)
  return user !== null && isVisible ? valid(user) : invalid(domainError("user_not_found"))
}
