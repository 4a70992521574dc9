import type { Permission } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { Millis, optional, pick, table } from "../database/table.ts"
import { permissionFieldNames, permissionFields, toPermission } from "../permission/permission-columns.ts"

/** Permissions of users in single projects. */
export const directPermissionTable = table("direct_permission", {
  projectId: Schema.Number,
  userId: Schema.Number,
  ...permissionFields,
  createdAt: Millis
})

const d = optional(directPermissionTable.as("d"))

/** Of a LEFT JOIN of `direct_permission d`. */
export const directPermissionColumns = { directProjectId: d.projectId, ...pick(d, ...permissionFieldNames) }

/** null: the user has no direct permission in the project. */
export const toDirectPermission = (row: Permission & { readonly directProjectId: number | null }): Permission | null =>
  row.directProjectId === null ? null : toPermission(row)
