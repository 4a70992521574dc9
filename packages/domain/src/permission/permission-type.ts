import { type Expansion, expansionOf } from "./expand-scopes.ts"
import type { Scope } from "./scope.ts"

/** Named sets of scopes; each one includes the one before. */
export const permissionTypes = ["NONE", "VIEW", "TRANSLATE", "REVIEW", "EDIT", "MANAGE"] as const

export type PermissionType = (typeof permissionTypes)[number]

/** Is this the wire value of a permission type? */
export const isPermissionType = (value: unknown): value is PermissionType =>
  (permissionTypes as ReadonlyArray<unknown>).includes(value)

const translateScopes: ReadonlyArray<Scope> = [
  "keys.view",
  "translations.view",
  "translations.edit",
  "screenshots.view",
  "activity.view",
  "translation-comments.add",
  "translation-comments.set-state",
  "tasks.view"
]

const reviewScopes: ReadonlyArray<Scope> = [...translateScopes, "translations.state-edit"]

/** The scopes of each type, not expanded. Source: docs/permissions.md#types-and-scopes. */
export const rawScopesOfType: Readonly<Record<PermissionType, ReadonlyArray<Scope>>> = {
  NONE: [],
  VIEW: ["translations.view", "screenshots.view", "activity.view", "keys.view", "tasks.view"],
  TRANSLATE: translateScopes,
  REVIEW: reviewScopes,
  EDIT: [
    ...reviewScopes,
    "keys.edit",
    "keys.delete",
    "keys.create",
    "screenshots.upload",
    "screenshots.delete",
    "translation-comments.edit",
    "translations.batch-by-tm",
    "translations.batch-machine",
    "batch-jobs.view"
  ],
  MANAGE: ["admin"]
}

/** The scopes of each type with all that they include. */
export const expansionOfType = Object.fromEntries(
  permissionTypes.map((type) => [type, expansionOf(rawScopesOfType[type])])
) as Readonly<Record<PermissionType, Expansion>>
