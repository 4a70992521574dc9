import { assert, describe, it } from "vitest"
import {
  expandPermission,
  isPermissionType,
  type PermissionType,
  permissionOfType,
  permissionTypes,
  rawScopesOfType,
  type ScopeHierarchyNode,
  scopeHierarchyTree,
  scopesOfPermissionTypes
} from "./permission.ts"
import { expandScopes, type Scope } from "./scope.ts"

const scopesOf = (type: PermissionType) => expandPermission(permissionOfType(type))

describe("permission types", () => {
  it.each([
    ["NONE", 0],
    ["VIEW", 5],
    ["TRANSLATE", 8],
    ["REVIEW", 9],
    ["EDIT", 18],
    ["MANAGE", 28]
  ] satisfies ReadonlyArray<[PermissionType, number]>)("%s has %i scopes", (type, count) => {
    assert.strictEqual(scopesOf(type).length, count)
  })

  it("VIEW shows keys.view first, since translations.view includes it", () => {
    assert.deepStrictEqual(scopesOf("VIEW"), [
      "keys.view",
      "translations.view",
      "screenshots.view",
      "activity.view",
      "tasks.view"
    ])
  })

  it.each(["TRANSLATE", "REVIEW", "EDIT"] satisfies ReadonlyArray<PermissionType>)(
    "%s shows its scopes as they are stored",
    (type) => {
      assert.deepStrictEqual(scopesOf(type), rawScopesOfType[type])
    }
  )

  it("each includes the one before", () => {
    permissionTypes.slice(1).forEach((type, index) => {
      const before = permissionTypes[index]
      assert.isTrue(before !== undefined && scopesOf(before).every((scope) => scopesOf(type).includes(scope)))
    })
  })

  it.each([
    "languages.edit",
    "project.edit",
    "members.view",
    "members.edit",
    "batch-jobs.cancel",
    "content-delivery.manage",
    "content-delivery.publish",
    "webhooks.manage",
    "tasks.edit",
    "admin"
  ] satisfies ReadonlyArray<Scope>)("EDIT does not have %s", (scope) => {
    assert.notInclude(scopesOf("EDIT"), scope)
  })

  it("are recognized by their wire value only", () => {
    assert.isTrue(isPermissionType("REVIEW"))
    for (const value of ["review", "OWNER", "", null]) assert.isFalse(isPermissionType(value))
  })
})

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
