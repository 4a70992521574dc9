import { assert, describe, it } from "vitest"
import { expandScopes } from "./expand-scopes.ts"
import { permissionTypes, rawScopesOfType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"
import { type ScopeHierarchyNode, scopeHierarchyTree, scopesOfPermissionTypes } from "./scope-info.ts"

describe("scope information", () => {
  it("the hierarchy starts at admin and goes down to scopes that include nothing", () => {
    assert.strictEqual(scopeHierarchyTree.scope, "admin")
    assert.strictEqual(scopeHierarchyTree.requires.length, 21)
    assert.deepStrictEqual(scopeHierarchyTree.requires[0], {
      scope: "translations.edit",
      requires: [{ scope: "translations.view", requires: [{ scope: "keys.view", requires: [] }] }]
    })
  })

  it("the hierarchy read from below is the expansion", () => {
    const fromBelow = (node: ScopeHierarchyNode): ReadonlyArray<Scope> => [
      ...node.requires.flatMap(fromBelow),
      node.scope
    ]
    assert.deepStrictEqual([...new Set(fromBelow(scopeHierarchyTree))], expandScopes(["admin"]))
  })

  it("the roles list each stored scope before those that it includes, without repeats", () => {
    assert.deepStrictEqual(Object.keys(scopesOfPermissionTypes), [...permissionTypes])
    assert.deepStrictEqual(scopesOfPermissionTypes.NONE, [])
    assert.deepStrictEqual(scopesOfPermissionTypes.VIEW, [
      "translations.view",
      "keys.view",
      "screenshots.view",
      "activity.view",
      "tasks.view"
    ])
    assert.strictEqual(scopesOfPermissionTypes.MANAGE[0], "admin")
    for (const type of permissionTypes) {
      assert.sameMembers([...scopesOfPermissionTypes[type]], [...expandScopes(rawScopesOfType[type])])
    }
  })
})
