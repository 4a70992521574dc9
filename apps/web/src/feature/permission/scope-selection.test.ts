import { expandScopes, scopes } from "@dragoman/domain/permission"
import { assert, describe, it } from "vitest"
import { choiceOf, fewestScopes, scopeGroups, toggleScope } from "./scope-selection.ts"

describe("chosen scopes", () => {
  it("imply those that they include, and lock them", () => {
    assert.deepStrictEqual(choiceOf(["translations.edit"], "keys.view"), { kind: "implied", by: "translations.edit" })
    assert.deepStrictEqual(choiceOf(["translations.edit"], "translations.edit"), { kind: "chosen" })
    assert.deepStrictEqual(choiceOf(["translations.edit"], "keys.edit"), { kind: "none" })
    assert.deepStrictEqual(choiceOf(["admin", "keys.view"], "keys.view"), { kind: "implied", by: "admin" })
  })

  it("take the place of those that they include when they are ticked", () => {
    assert.deepStrictEqual(toggleScope(["keys.view", "translations.view"], "translations.edit"), ["translations.edit"])
    assert.deepStrictEqual(toggleScope(["translations.edit", "keys.edit"], "translations.edit"), ["keys.edit"])
  })

  it("say the same in the fewest words", () => {
    for (const scope of scopes) assert.deepStrictEqual(fewestScopes(expandScopes([scope])), [scope])
    assert.deepStrictEqual(fewestScopes(scopes), ["admin"])
  })

  it("are each in one group", () => {
    assert.sameMembers(
      scopeGroups.flatMap(([, members]) => members),
      [...scopes]
    )
  })
})
