import type { DomainError } from "../error/domain-error.ts"
import type { TaskType } from "../task/task.ts"
import { checkLanguages, checkScopes, type LanguageOperation, scopeOfLanguageOperation } from "./check-access.ts"
import type { ComputedPermission } from "./compute-permission.ts"
import { expandScopes, type Scope } from "./scope.ts"

/** A key in a language. */
export interface TextPlace {
  readonly keyId: number
  readonly languageId: number
}

/** The languages of an open task of the user. */
export interface TaskLanguages {
  readonly languageId: number
  /** null: the project has no base language. */
  readonly baseLanguageId: number | null
}

/** A key of an open task of the user, in the language of the task. */
export interface TaskPlace extends TextPlace, TaskLanguages {
  readonly type: TaskType
}

/** The scopes that an open task gives its assignees at its places, with all that they include. Source: docs/tasks.md#rights. */
export const scopesOfTask: Readonly<Record<TaskType, ReadonlyArray<Scope>>> = {
  TRANSLATE: expandScopes(["translations.edit", "translation-comments.add", "translation-comments.set-state"]),
  REVIEW: expandScopes(["translations.state-edit", "translation-comments.add", "translation-comments.set-state"])
}

export interface TaskAssignee {
  readonly computedPermission: ComputedPermission
  /** Scopes stored in the project API key of the request; null: another credential. */
  readonly keyScopes: ReadonlyArray<Scope> | null
}

/**
 * True if open tasks of the user give the scope at the place. They give nothing to users whom the permission does not let into
 * the project, visitors too, and a project API key nothing that is not in the key. Texts in the base language can be viewed.
 */
export const isGivenByTask = (
  assignee: TaskAssignee,
  tasks: ReadonlyArray<TaskPlace>,
  scope: Scope,
  { keyId, languageId }: TextPlace
): boolean => {
  if (!mayUseTasks(assignee, scope)) return false
  return tasks.some(
    (task) =>
      task.keyId === keyId &&
      ((task.languageId === languageId && scopesOfTask[task.type].includes(scope)) ||
        (task.baseLanguageId === languageId && scope === "translations.view"))
  )
}

/** Returns the languages whose texts an open task of the user shows, for its keys. */
export const languagesOfTask = (assignee: TaskAssignee, task: TaskLanguages): ReadonlyArray<number> =>
  mayUseTasks(assignee, "translations.view")
    ? [task.languageId, ...(task.baseLanguageId === null ? [] : [task.baseLanguageId])]
    : []

const mayUseTasks = ({ computedPermission, keyScopes }: TaskAssignee, scope: Scope): boolean =>
  mayHaveTasks(computedPermission) && (keyScopes === null || expandScopes(keyScopes).includes(scope))

/** True if tasks of the user count: a user with this permission is of the project. */
export const mayHaveTasks = ({ scopes, origin }: ComputedPermission): boolean =>
  scopes.length > 0 && origin !== "PUBLIC"

/**
 * Checks an operation on texts of keys by the permission, and where that denies it, by open tasks of the user. The error is about
 * the places that are left.
 */
export const checkPlaces = (
  caller: TaskAssignee & { readonly effectiveScopes: ReadonlyArray<Scope> },
  tasks: ReadonlyArray<TaskPlace>,
  operation: LanguageOperation,
  places: ReadonlyArray<TextPlace>,
  tagsByLanguageId: ReadonlyMap<number, string> | null = null
): DomainError | null => {
  const scope = scopeOfLanguageOperation[operation]
  const left = places.filter((place) => !isGivenByTask(caller, tasks, scope, place))
  if (left.length === 0) return null
  const languageIds = [...new Set(left.map(({ languageId }) => languageId))]
  return (
    checkScopes(caller.effectiveScopes, [scope]) ??
    checkLanguages(caller.computedPermission, operation, languageIds, tagsByLanguageId)
  )
}
