import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { invalid, valid } from "../validation/validated.ts"
import { permissionOfScopes } from "./permission.ts"
import { setBasePermissionScopes } from "./set-base-permission.ts"

describe("a granular base permission", () => {
  it("keeps the scopes as given, for all languages", () => {
    const given = ["keys.edit", "translations.view", "keys.edit"]
    assert.deepStrictEqual(
      setBasePermissionScopes(given),
      valid(permissionOfScopes(["keys.edit", "translations.view"]))
    )
  })

  it("needs scopes that exist, at least one", () => {
    assert.deepStrictEqual(
      setBasePermissionScopes(["keys.view", "KEYS_EDIT"]),
      invalid(domainError("scope_not_found", ["KEYS_EDIT"]))
    )
    assert.deepStrictEqual(setBasePermissionScopes([]), invalid(domainError("scopes_has_to_be_set")))
  })
})
