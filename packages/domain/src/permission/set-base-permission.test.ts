import { assert, describe, it } from "vitest"
import { refuse } from "../error/refusal.ts"
import { refused, valid } from "../validation/validated.ts"
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
      refused(refuse(400, "scope_not_found", ["KEYS_EDIT"]))
    )
    assert.deepStrictEqual(setBasePermissionScopes([]), refused(refuse(400, "scopes_has_to_be_set")))
  })
})
