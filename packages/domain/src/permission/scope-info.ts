import { expandScopes } from "./expand-scopes.ts"
import { type PermissionType, rawScopesOfType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"
import { includedScopes } from "./scope-hierarchy.ts"

/** A scope and those that it directly includes; a scope that several others include appears under each of them. */
export interface ScopeHierarchyNode {
  readonly scope: Scope
  readonly requires: ReadonlyArray<ScopeHierarchyNode>
}

const nodeOf = (scope: Scope): ScopeHierarchyNode => ({ scope, requires: includedScopes[scope].map(nodeOf) })

/** The whole tree from its one root. Source: docs/reference/permissions-and-scopes.md#scope-info. */
export const scopeHierarchyTree: ScopeHierarchyNode = nodeOf("admin")

const withIncluded = (type: PermissionType): ReadonlyArray<Scope> => [
  ...new Set(rawScopesOfType[type].flatMap((scope) => [scope, ...expandScopes([scope])]))
]

/** Per type: each stored scope, followed by its expansion, without repeats. */
export const scopesOfPermissionTypes: Readonly<Record<PermissionType, ReadonlyArray<Scope>>> = {
  NONE: withIncluded("NONE"),
  VIEW: withIncluded("VIEW"),
  TRANSLATE: withIncluded("TRANSLATE"),
  REVIEW: withIncluded("REVIEW"),
  EDIT: withIncluded("EDIT"),
  MANAGE: withIncluded("MANAGE")
}
