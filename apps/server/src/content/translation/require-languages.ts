import type { DomainError } from "@dragoman/domain/error"
import {
  checkLanguages,
  checkPlaces,
  checkScopes,
  includesLanguage,
  type LanguageOperation,
  type Scope,
  scopeOfLanguageOperation,
  stateChangeLanguages,
  type TextPlace
} from "@dragoman/domain/permission"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { explainError, type ProjectAccess } from "../../service/access/access.ts"
import { hasByTask, keyScopesOf, readTaskPlaces } from "../../service/access/task-rights.ts"

type ProjectLanguages = Pick<ContentProject, "languages">

/**
 * Fails with the missing scope, or with the languages that the permission does not cover. `languageIds` null or empty: all.
 */
const requireLanguages =
  (operation: LanguageOperation) =>
  (access: ProjectAccess, project: ProjectLanguages, languageIds: ReadonlyArray<number> | null) =>
    failExplained(
      checkScopes(access.effectiveScopes, [scopeOfLanguageOperation[operation]]) ??
        checkLanguages(access.computedPermission, operation, languageIds, tagsOf(project)),
      access,
      operation
    )

/** Fails unless the caller may view texts in these languages. */
export const requireView = requireLanguages("view")

/** Fails unless the caller may write texts in these languages. */
export const requireTranslate = requireLanguages("translate")

/** Fails unless the caller may set states in these languages. */
export const requireStateChange = requireLanguages("stateChange")

/**
 * Works like `requireLanguages`, for keys in languages, where open tasks of the caller give rights too. They are read only when
 * the permission is not enough (ADR 124).
 */
const requirePlaces = (operation: LanguageOperation) =>
  Effect.fnUntraced(function* (access: ProjectAccess, project: ProjectLanguages, places: ReadonlyArray<TextPlace>) {
    const caller = { ...access, keyScopes: keyScopesOf(access) }
    if (checkPlaces(caller, [], operation, places) === null) return
    const tasks = yield* readTaskPlaces(access, places)
    yield* failExplained(checkPlaces(caller, tasks, operation, places, tagsOf(project)), access, operation)
  })

/** Fails unless the caller may view texts at these places. */
export const requireViewAt = requirePlaces("view")

/** Fails unless the caller may write texts at these places. */
export const requireTranslateAt = requirePlaces("translate")

/** Fails unless the caller may set states at these places. */
export const requireStateChangeAt = requirePlaces("stateChange")

/**
 * Fails unless the caller may ask for suggestions at the place: callers who may write the text, and assignees of any open task,
 * since reviewers compare. `keyId` null: the text has no key.
 */
export const requireAskAt = Effect.fn("requireAskAt")(function* (
  access: ProjectAccess,
  project: ProjectLanguages,
  languageId: number,
  keyId: number | null
) {
  if (keyId === null) return yield* requireTranslate(access, project, [languageId])
  const place = { keyId, languageId }
  const caller = { ...access, keyScopes: keyScopesOf(access) }
  if (checkPlaces(caller, [], "translate", [place]) === null) return
  const tasks = yield* readTaskPlaces(access, [place])
  if (hasByTask(access, tasks, "translations.state-edit", place)) return
  yield* failExplained(checkPlaces(caller, tasks, "translate", [place], tagsOf(project)), access, "translate")
})

/** Fails without a scope that is not limited to languages, unless an open task gives it at the place. */
export const requireScopeAt = Effect.fn("requireScopeAt")(function* (
  access: ProjectAccess,
  scope: Scope,
  place: TextPlace
) {
  const error = checkScopes(access.effectiveScopes, [scope])
  if (error === null || hasByTask(access, yield* readTaskPlaces(access, [place]), scope, place)) return
  return yield* Effect.fail(error)
})

/** Returns for which of these places the caller may change states. */
export const stateChangeablePlaces = Effect.fn("stateChangeablePlaces")(function* (
  access: ProjectAccess,
  places: ReadonlyArray<TextPlace>
) {
  const languageIds = stateChangeLanguages(access)
  const left = places.filter(({ languageId }) => !includesLanguage(languageIds, languageId))
  const tasks = left.length === 0 ? [] : yield* readTaskPlaces(access, left)
  return (place: TextPlace): boolean =>
    includesLanguage(languageIds, place.languageId) || hasByTask(access, tasks, "translations.state-edit", place)
})

/**
 * Fails unless the caller, who has a scope on keys, may remove texts in these languages: a permission that is limited
 * to some languages protects the texts in the others. Source: docs/permissions.md#languages.
 */
export const requireTakeAway = Effect.fn("requireTakeAway")(function* (
  access: ProjectAccess,
  project: ProjectLanguages,
  languageIds: ReadonlyArray<number>
) {
  if (languageIds.length === 0) return
  for (const operation of ["view", "translate"] as const) {
    const error = checkLanguages(access.computedPermission, operation, languageIds, tagsOf(project))
    yield* failExplained(error, access, operation)
  }
})

/**
 * Converts values by language tag into values by language id; fails when the project does not have one of the
 * languages.
 */
export const byLanguageId = <Value>(
  { languages }: ProjectLanguages,
  valueByTag: ReadonlyMap<string, Value>
): Effect.Effect<ReadonlyMap<number, Value>, DomainError> => {
  const idByTag = new Map(languages.map(({ id, tag }) => [tag, id]))
  const valueById = new Map<number, Value>()
  for (const [tag, value] of valueByTag) {
    const id = idByTag.get(tag)
    if (id === undefined) return failWith("language_not_found")
    valueById.set(id, value)
  }
  return Effect.succeed(valueById)
}

const tagsOf = ({ languages }: ProjectLanguages) => new Map(languages.map(({ id, tag }) => [id, tag]))

const failExplained = (error: DomainError | null, access: ProjectAccess, operation: LanguageOperation) =>
  Effect.mapError(failIf(error), (failed) => explainError(failed, access, operation))
