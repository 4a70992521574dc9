import { assert, describe, it } from "vitest"
import { computePermission, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import { permissionOfType } from "./permission.ts"
import { expandScopes, type Scope } from "./scope.ts"
import { makeRandom, randomRounds } from "./testing/random-facts.ts"

describe("effective scopes", () => {
  const translator: PermissionFacts = {
    organizationRole: null,
    basePermission: permissionOfType("VIEW"),
    directPermission: permissionOfType("TRANSLATE"),
    serverRole: "USER"
  }
  const administrator: PermissionFacts = { ...translator, directPermission: null, serverRole: "ADMIN" }
  const stranger: PermissionFacts = { ...translator, directPermission: null }

  it.each([
    [
      "a key has what its user has too, after both are expanded",
      translator,
      ["translations.edit", "keys.delete"],
      ["keys.view", "translations.view", "translations.edit"]
    ],
    ["a key of an administrator has its own scopes only", administrator, ["keys.edit"], ["keys.view", "keys.edit"]],
    ["a key with admin has the scopes of its user", translator, ["admin"], undefined],
    ["a key whose user lost the project has nothing", stranger, ["keys.view"], []],
    ["a key without scopes has nothing", translator, [], []],
    ["a key that shares nothing with its user has nothing", translator, ["webhooks.manage"], []]
  ] satisfies ReadonlyArray<[string, PermissionFacts, ReadonlyArray<Scope>, ReadonlyArray<Scope> | undefined]>)(
    "%s",
    (_, facts, keyScopes, expected) => {
      const computed = computePermission(facts)
      assert.sameMembers([...effectiveScopes(computed, keyScopes)], [...(expected ?? computed.scopes)])
    }
  )

  it("an access token has all that its user has", () => {
    const computed = computePermission(translator)
    assert.deepStrictEqual(effectiveScopes(computed, null), computed.scopes)
  })

  it("a key has exactly the scopes that it and its user have in common, for random keys", { tags: ["random"] }, () => {
    const random = makeRandom(4)
    for (let round = 0; round < randomRounds(20_000); round++) {
      const computed = computePermission(random.facts())
      const keyScopes = random.scopes()
      const effective = effectiveScopes(computed, keyScopes)
      const ofKey = new Set(expandScopes(keyScopes))
      assert.sameMembers(
        [...effective],
        computed.scopes.filter((scope) => ofKey.has(scope))
      )
      assert.sameMembers([...expandScopes(effective)], [...effective])
    }
  })
})
