import { type DomainError, domainError } from "../error/domain-error.ts"
import { type ComputedPermission, hasScope } from "./compute-permission.ts"
import type { LanguageRestrictions } from "./permission.ts"
import type { OrganizationRole, ServerRole } from "./role.ts"
import type { Scope } from "./scope.ts"

export interface ProjectAccessFacts {
  /** The scopes of the request: a server administrator has all of them, except with a project API key. */
  readonly effectiveScopes: ReadonlyArray<Scope>
  /** Empty: any scope will do. */
  readonly requiredScopes: ReadonlyArray<Scope>
  /** The credential is a project API key made for another project. */
  readonly keyOfOtherProject: boolean
}

/**
 * May the request enter the project? null: yes. Without any scope the project is hidden, not forbidden.
 * Source: docs/reference/errors.md#401-403-and-404.
 */
export const checkProjectAccess = (facts: ProjectAccessFacts): DomainError | null => {
  const { effectiveScopes, requiredScopes } = facts
  if (effectiveScopes.length === 0) return domainError("project_not_found")
  return (
    checkScopes(effectiveScopes, requiredScopes) ??
    (facts.keyOfOtherProject ? domainError("pak_created_for_different_project") : null)
  )
}

/** Returns an error with the missing scopes, in the order in which they are required, for checks inside an operation. */
export const checkScopes = (
  effectiveScopes: ReadonlyArray<Scope>,
  requiredScopes: ReadonlyArray<Scope>
): DomainError | null => {
  const missing = requiredScopes.filter((scope) => !effectiveScopes.includes(scope))
  return missing.length === 0 ? null : domainError("operation_not_permitted", missing)
}

/**
 * Returns the first of the alternatives that the request has; null among them: any scope. If it has none of them, the
 * first one, which the error then names.
 */
export const admittingScope = <S extends Scope | null>(
  effectiveScopes: ReadonlyArray<Scope>,
  anyOf: readonly [S, ...ReadonlyArray<S>]
): S => {
  const found = anyOf.find((scope) => scope === null || effectiveScopes.includes(scope))
  return found === undefined ? anyOf[0] : found
}

export interface TransferProjectFacts {
  /** The scopes of the request in the project. An owner of its organization has all of them. */
  readonly effectiveScopes: ReadonlyArray<Scope>
  /** In the organization that gets the project. */
  readonly targetRole: OrganizationRole | null
  readonly serverRole: ServerRole
}

/** Checks whether the caller may give the project to another organization: only with all rights in it and as owner of the target. */
export const checkTransferProject = (facts: TransferProjectFacts): DomainError | null =>
  checkScopes(facts.effectiveScopes, ["admin"]) ??
  (facts.targetRole === "OWNER" || facts.serverRole === "ADMIN"
    ? null
    : domainError("user_is_not_owner_of_organization"))

export interface PublishProjectFacts {
  readonly organizationRole: OrganizationRole | null
  readonly serverRole: ServerRole
  /** false: the request makes the project private, which is allowed on every server. */
  readonly isPublic: boolean
  /** The setting of the server. */
  readonly arePublicProjectsAllowed: boolean
}

/** Checks whether the caller may make a project public or private: only as owner of its organization, or administrator. */
export const checkPublishProject = (facts: PublishProjectFacts): DomainError | null => {
  if (facts.organizationRole !== "OWNER" && facts.serverRole !== "ADMIN") {
    return domainError("user_is_not_owner_of_organization")
  }
  return facts.isPublic && !facts.arePublicProjectsAllowed ? domainError("public_projects_not_allowed") : null
}

/** Operations on texts in a language; each has its own list of languages. */
export type LanguageOperation = "view" | "translate" | "stateChange"

/**
 * May the operation touch these languages? null: yes. Null or an empty list means that the action names no language and
 * so touches all of them: a user who is limited to some languages may not do it. Do not call it for an action that
 * touches no language at all.
 * The scope of the operation is checked before. `tagsByLanguageId`: for the error; null when the tags are not at hand.
 * Source: docs/reference/permissions-and-scopes.md#language-lists.
 */
export const checkLanguages = (
  computed: ComputedPermission,
  operation: LanguageOperation,
  languageIds: ReadonlyArray<number> | null,
  tagsByLanguageId: ReadonlyMap<number, string> | null = null
): DomainError | null => {
  const permitted = permittedLanguages(computed, operation)
  if (permitted === null) return null
  const named = languageIds ?? []
  const deniedIds = named.filter((id) => !permitted.includes(id))
  if (named.length > 0 && deniedIds.length === 0) return null
  const tags = tagsByLanguageId && deniedIds.map((id) => tagsByLanguageId.get(id) ?? null)
  return domainError("language_not_permitted", [deniedIds, tags])
}

/**
 * The languages left of those named, in the order named. `languageIds` null: none named, so all that are permitted.
 * The result null means all languages; an empty result means none, and the action has nothing to do.
 */
export const narrowLanguages = (
  computed: ComputedPermission,
  operation: LanguageOperation,
  languageIds: ReadonlyArray<number> | null
): ReadonlyArray<number> | null => {
  const permitted = permittedLanguages(computed, operation)
  if (permitted === null || languageIds === null) return languageIds ?? permitted
  return languageIds.filter((id) => permitted.includes(id))
}

/** null: all languages. Empty: none, because the user has no scope at all. */
export const permittedLanguages = (
  computed: ComputedPermission,
  operation: LanguageOperation
): ReadonlyArray<number> | null => {
  if (computed.scopes.length === 0) return []
  return hasScope(computed, "admin") ? null : computed[languageListOf[operation]]
}

/**
 * The languages in which the caller may change states, and so texts that are reviewed and protected; null: all of them.
 * Source: docs/reference/content.md#states-of-a-translation.
 */
export const stateChangeLanguages = (caller: {
  readonly effectiveScopes: ReadonlyArray<Scope>
  readonly computedPermission: ComputedPermission
}): ReadonlyArray<number> | null =>
  checkScopes(caller.effectiveScopes, [scopeOfLanguageOperation.stateChange]) === null
    ? permittedLanguages(caller.computedPermission, "stateChange")
    : []

/** True if the language is one of these. `languageIds` null: all of them are. */
export const includesLanguage = (languageIds: ReadonlyArray<number> | null, languageId: number): boolean =>
  languageIds === null || languageIds.includes(languageId)

/** Which list of a permission limits an operation. */
export const languageListOf = {
  view: "viewLanguageIds",
  translate: "translateLanguageIds",
  stateChange: "stateChangeLanguageIds"
} as const satisfies Record<LanguageOperation, keyof LanguageRestrictions>

/** The scope that each operation needs. */
export const scopeOfLanguageOperation = {
  view: "translations.view",
  translate: "translations.edit",
  stateChange: "translations.state-edit"
} as const satisfies Record<LanguageOperation, Scope>

/**
 * Which operation on languages a scope stands for; null: languages do not limit it. Batch translation writes texts, so
 * that it is limited like translating by hand. Source: docs/permissions.md#languages.
 */
export const languageOperationOf = (scope: Scope): LanguageOperation | null => {
  switch (scope) {
    case "translations.view":
      return "view"
    case "translations.edit":
    case "translations.batch-by-tm":
    case "translations.batch-machine":
      return "translate"
    case "translations.state-edit":
      return "stateChange"
    default:
      return null
  }
}
