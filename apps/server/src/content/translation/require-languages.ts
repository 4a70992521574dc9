import type { DomainError } from "@dragoman/domain/error"
import {
  checkLanguages,
  checkScopes,
  type LanguageOperation,
  scopeOfLanguageOperation
} from "@dragoman/domain/permission"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import { failIf, failWith } from "../../platform/fail.ts"
import { explainError, type ProjectAccess } from "../../service/access/access.ts"

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
