import {
  checkLanguages,
  type LanguageOperation,
  permittedLanguages,
  scopeOfLanguageOperation
} from "./check-language.ts"
import {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts
} from "./compute-permission.ts"
import { explainPermission, languageNotPermitted, type Obstacle } from "./explain-permission.ts"
import { explainRules } from "./explain-rules.ts"
import { isScope, type Scope } from "./scope.ts"

/** Why a request was refused in a project that its caller sees: all of it is about the caller. */
export interface RefusalExplanation {
  /** The rule that decided what the caller may do. */
  readonly origin: Origin
  /** Each of them has to go. */
  readonly obstacles: ReadonlyArray<RefusalObstacle>
  readonly sentence: string
}

export interface RefusalObstacle extends Obstacle {
  readonly scope: Scope
  /** The languages in which the caller has the scope; null: languages are not the obstacle. */
  readonly languageIds: ReadonlyArray<number> | null
}

/** What the wire shows of an error. */
interface CodedRefusal {
  readonly code: string
  readonly params: unknown
}

/**
 * Explains the errors `operation_not_permitted` (its parameters are the missing scopes) and `language_not_permitted`
 * (the first parameter is the languages); null for others, and where the permission is not the reason. `operation`: what
 * was to be done to the languages; null when that is not known, and the first list that refuses them is named.
 * It always agrees with `explainPermission`.
 */
export const explainRefusal = (
  facts: PermissionFacts,
  keyScopes: ReadonlyArray<Scope> | null,
  error: CodedRefusal,
  operation: LanguageOperation | null = null
): RefusalExplanation | null => {
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
): ReadonlyArray<RefusalObstacle> =>
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
): ReadonlyArray<RefusalObstacle> => {
  const [ids] = Array.isArray(params) ? params : []
  const refusedIds = Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : []
  const refusing = (operation === null ? operations : [operation]).find(
    (candidate) =>
      hasScope(computed, scopeOfLanguageOperation[candidate]) &&
      checkLanguages(computed, candidate, refusedIds) !== null
  )
  if (refusing === undefined) return []
  const scope = scopeOfLanguageOperation[refusing]
  const languageIds = permittedLanguages(computed, refusing)
  return [{ ...languageNotPermitted(facts, scope, refusing), scope, languageIds }]
}

/** Writing is refused more often than reading, which shows less instead. */
const operations: ReadonlyArray<LanguageOperation> = ["translate", "stateChange", "view"]
