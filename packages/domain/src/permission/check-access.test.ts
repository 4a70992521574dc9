import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkProjectAccess, type ProjectAccessFacts } from "./check-access.ts"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import { expandPermission, permissionOfType } from "./permission.ts"
import type { PermissionType } from "./permission-type.ts"
import type { Scope } from "./scope.ts"

const scopesOf = (type: PermissionType) => expandPermission(permissionOfType(type))
const notPermitted = (...missing: ReadonlyArray<Scope>) => domainError("operation_not_permitted", missing)

describe("entering a project", () => {
  it.each([
    ["a viewer does not create keys", scopesOf("VIEW"), ["keys.create"], false, notPermitted("keys.create")],
    ["a stranger finds no project", [], ["keys.create"], false, domainError("project_not_found")],
    ["a stranger finds no project with any permission either", [], [], false, domainError("project_not_found")],
    [
      "a translator does not manage webhooks",
      scopesOf("TRANSLATE"),
      ["webhooks.manage"],
      false,
      notPermitted("webhooks.manage")
    ],
    ["any scope will do when none is required", ["keys.view"], [], false, null],
    ["all required scopes are there", scopesOf("VIEW"), ["keys.view", "screenshots.view"], false, null],
    [
      "missing scopes are named as required, without what they include",
      ["keys.view"],
      ["translations.edit", "keys.view", "screenshots.view"],
      false,
      notPermitted("translations.edit", "screenshots.view")
    ],
    [
      "a key of another project fails although its user may enter",
      scopesOf("VIEW"),
      [],
      true,
      domainError("pak_created_for_different_project")
    ],
    [
      "a key of another project finds nothing when its user may not enter",
      [],
      [],
      true,
      domainError("project_not_found")
    ],
    [
      "the missing scope of a key of another project is reported first",
      scopesOf("VIEW"),
      ["keys.edit"],
      true,
      notPermitted("keys.edit")
    ]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<Scope>, ReadonlyArray<Scope>, boolean, DomainError | null]>)(
    "%s",
    (_, effective, requiredScopes, keyOfOtherProject, expected) => {
      const facts: ProjectAccessFacts = { effectiveScopes: effective, requiredScopes, keyOfOtherProject }
      assert.deepStrictEqual(checkProjectAccess(facts), expected)
    }
  )

  const administrator: PermissionFacts = {
    organizationRole: null,
    basePermission: permissionOfType("VIEW"),
    directPermission: null,
    serverRole: "ADMIN"
  }

  it("a server administrator enters every project, but a key of theirs only with its own scopes", () => {
    const computed = computePermission(administrator)
    const enter = (keyScopes: ReadonlyArray<Scope> | null) =>
      checkProjectAccess({
        effectiveScopes: effectiveScopes(computed, keyScopes),
        requiredScopes: ["webhooks.manage"],
        keyOfOtherProject: false
      })
    assert.isNull(enter(null))
    assert.deepStrictEqual(enter(["translations.view"]), notPermitted("webhooks.manage"))
  })
})
