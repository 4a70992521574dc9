import { checkLanguages, type LanguageOperation, permittedLanguages, scopeOfLanguageOperation } from "./check-access.ts"
import {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts
} from "./compute-permission.ts"
import { explainPermission, explainRules, languageNotPermitted, type Obstacle } from "./explain-permission.ts"
import { isScope, type Scope } from "./scope.ts"

/** Why a request was denied in a project that its caller sees; it describes only the caller. */
export interface DenialExplanation {
  /** The rule that decided. */
  readonly origin: Origin
  /** Each of them has to go. */
  readonly obstacles: ReadonlyArray<DenialObstacle>
  readonly sentence: string
}

export interface DenialObstacle extends Obstacle {
  readonly scope: Scope
  /** The languages in which the caller has the scope; null: languages are not the obstacle. */
  readonly languageIds: ReadonlyArray<number> | null
}

/** An error as on the wire. */
interface CodedError {
  readonly code: string
  readonly params: unknown
}

/**
 * Explains the errors `operation_not_permitted` (its parameters are the missing scopes) and `language_not_permitted`
 * (the first parameter is the languages); null for others, and where the permission is not the reason. `operation`: on
 * the languages; null when unknown, and the first list that denies them is named.
 * It always agrees with `explainPermission`.
 */
export const explainDenial = (
  facts: PermissionFacts,
  keyScopes: ReadonlyArray<Scope> | null,
  error: CodedError,
  operation: LanguageOperation | null = null
): DenialExplanation | null => {
  const computed = computePermission(facts)
  const obstacles =
    error.code === "language_not_permitted"
      ? languageObstacles(facts, computed, error.params, operation)
      : error.code === "operation_not_permitted"
        ? scopeObstacles(facts, keyScopes, error.params)
        : []
  const [first] = obstacles
  if (first === undefined) return null
  const decided = explainRules(facts, computed.origin, first.scope).find(({ state }) => state === "DECIDED")
  const sentences = [...new Set(obstacles.map(({ sentence }) => sentence)), decided?.sentence ?? ""]
  return { origin: computed.origin, obstacles, sentence: `Not allowed: ${sentences.join(" ").trim()}` }
}

const scopeObstacles = (
  facts: PermissionFacts,
  keyScopes: ReadonlyArray<Scope> | null,
  params: unknown
): ReadonlyArray<DenialObstacle> =>
  (Array.isArray(params) ? params : []).filter(isScope).flatMap((scope) =>
    explainPermission(facts, scope, null, keyScopes).obstacles.map((obstacle) => ({
      ...obstacle,
      scope,
      languageIds: null
    }))
  )

const languageObstacles = (
  facts: PermissionFacts,
  computed: ComputedPermission,
  params: unknown,
  operation: LanguageOperation | null
): ReadonlyArray<DenialObstacle> => {
  const [ids] = Array.isArray(params) ? params : []
  const deniedIds = Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : []
  const denying = (operation === null ? operations : [operation]).find(
    (candidate) =>
      hasScope(computed, scopeOfLanguageOperation[candidate]) && checkLanguages(computed, candidate, deniedIds) !== null
  )
  if (denying === undefined) return []
  const scope = scopeOfLanguageOperation[denying]
  const languageIds = permittedLanguages(computed, denying)
  return [{ ...languageNotPermitted(facts, scope, denying), scope, languageIds }]
}

/** Writing is denied more often than reading, which shows less instead. */
const operations: ReadonlyArray<LanguageOperation> = ["translate", "stateChange", "view"]
