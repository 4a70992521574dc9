import {
  checkLanguages,
  checkScopes,
  type LanguageOperation,
  scopeOfLanguageOperation
} from "@dragoman/domain/permission"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { explainError } from "../../platform/access/explain-error.ts"
import type { ProjectAccess } from "../../platform/access/grant.ts"

/**
 * Refuses with the missing scope, or with the languages that the permission does not cover. An operation that names no
 * language touches all of them. Source: reference "auth-and-permissions" 2.5; "content-api" 1.6.
 */
const requireLanguages =
  (operation: LanguageOperation) =>
  (access: ProjectAccess, project: Pick<ContentProject, "languages">, languageIds: ReadonlyArray<number> | null) => {
    const tags = new Map(project.languages.map(({ id, tag }) => [id, tag]))
    const error =
      checkScopes(access.effectiveScopes, [scopeOfLanguageOperation[operation]]) ??
      checkLanguages(access.computedPermission, operation, languageIds, tags)
    return error === null
      ? Effect.void
      : Effect.mapError(Effect.fail(error), (error) => explainError(error, access, operation))
  }

/** May the caller see texts in these languages? */
export const requireView = requireLanguages("view")

/** May the caller write texts in these languages? */
export const requireTranslate = requireLanguages("translate")

/**
 * May the caller take texts away in these languages, with a scope on keys? Those that they may not see or translate stay.
 * Source: docs/permissions.md#languages.
 */
export const requireTakeAway = Effect.fn("requireTakeAway")(function* (
  access: ProjectAccess,
  project: Pick<ContentProject, "languages">,
  languageIds: ReadonlyArray<number>
) {
  if (languageIds.length === 0) return
  const tags = new Map(project.languages.map(({ id, tag }) => [id, tag]))
  for (const operation of ["view", "translate"] as const) {
    const error = checkLanguages(access.computedPermission, operation, languageIds, tags)
    if (error === null) continue
    return yield* Effect.mapError(Effect.fail(error), (error) => explainError(error, access, operation))
  }
})

/** May the caller set states in these languages? */
export const requireStateChange = requireLanguages("stateChange")
