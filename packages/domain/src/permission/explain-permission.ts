import { type LanguageOperation, languageListOf, languageOperationOf, permittedLanguages } from "./check-language.ts"
import {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts
} from "./compute-permission.ts"
import { type ExplainedRule, explainRules } from "./explain-rules.ts"
import { expandPermission, rawScopes } from "./permission.ts"
import { expansionOfType, permissionTypes } from "./permission-type.ts"
import type { Scope } from "./scope.ts"
import { bitOfScope } from "./scope-bits.ts"
import { scopePath } from "./scope-path.ts"

/** The decision, every step that led to it, and its remedies. Codes are stable; sentences are for people. */
export interface PermissionExplanation {
  readonly allowed: boolean
  readonly scope: Scope
  /** null: the question names no language; `allowed` is then about the scope alone, and `language` shows the limit. */
  readonly languageId: number | null
  readonly origin: Origin
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
  /** As stored: not expanded. */
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
