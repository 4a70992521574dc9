import type { Permission, PermissionType, Scope } from "@dragoman/domain/permission"
import { parseListColumn, printListColumn } from "../database/json-column.ts"

/** The columns in which every table keeps a permission. Base permissions have no language lists. */
export interface PermissionColumns {
  readonly type: string | null
  readonly scopes: string | null
  readonly translateLanguageIds?: string | null
  readonly viewLanguageIds?: string | null
  readonly stateChangeLanguageIds?: string | null
}

/** The permission in the columns; language lists that the row has no columns for are null. */
export const parsePermissionColumns = (row: PermissionColumns): Permission => ({
  type: row.type as PermissionType | null,
  scopes: parseListColumn<Scope>(row.scopes),
  translateLanguageIds: parseListColumn<number>(row.translateLanguageIds ?? null),
  viewLanguageIds: parseListColumn<number>(row.viewLanguageIds ?? null),
  stateChangeLanguageIds: parseListColumn<number>(row.stateChangeLanguageIds ?? null)
})

/** Ready for `sql.insert` and `sql.update`. */
export const printPermissionColumns = (permission: Permission) => ({
  type: permission.type,
  scopes: printListColumn(permission.scopes),
  translate_language_ids: printListColumn(permission.translateLanguageIds),
  view_language_ids: printListColumn(permission.viewLanguageIds),
  state_change_language_ids: printListColumn(permission.stateChangeLanguageIds)
})
