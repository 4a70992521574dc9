import {
  includesLanguage,
  type LanguageOperation,
  permittedLanguages,
  scopeOfLanguageOperation
} from "./check-access.ts"
import { type ComputedPermission, hasScope } from "./compute-permission.ts"
import type { Scope } from "./scope.ts"

/** Rights that users need to be listed as possible assignees; absent: not asked for. */
export interface AssigneeFilter {
  readonly minimalScope?: Scope | undefined
  readonly viewLanguageId?: number | undefined
  readonly editLanguageId?: number | undefined
  readonly stateLanguageId?: number | undefined
}

/** Whether a user with the permission is listed: one who can enter the project, and has all rights that are asked for. */
export const matchesAssigneeFilter = (
  permission: ComputedPermission,
  { minimalScope, viewLanguageId, editLanguageId, stateLanguageId }: AssigneeFilter
): boolean =>
  permission.scopes.length > 0 &&
  (minimalScope === undefined || hasScope(permission, minimalScope)) &&
  may(permission, "view", viewLanguageId) &&
  may(permission, "translate", editLanguageId) &&
  may(permission, "stateChange", stateLanguageId)

const may = (permission: ComputedPermission, operation: LanguageOperation, languageId: number | undefined): boolean =>
  languageId === undefined ||
  (hasScope(permission, scopeOfLanguageOperation[operation]) &&
    includesLanguage(permittedLanguages(permission, operation), languageId))
