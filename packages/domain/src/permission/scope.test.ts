import { assert, describe, it } from "vitest"
import { bitOfScope, expandScopes, expansionOf, includedScopes, isScope, type Scope, scopes } from "./scope.ts"
import { makeRandom, randomRounds } from "./testing/random-facts.ts"

/** The rule read literally: everything below each scope, deepest first, then without repeats. */
const naiveExpand = (granted: ReadonlyArray<Scope>): ReadonlyArray<Scope> => [
  ...new Set(granted.flatMap((scope): ReadonlyArray<Scope> => [...naiveExpand(includedScopes[scope]), scope]))
]

describe("scopes", () => {
  it("are 28, each once, and admin includes all of them", () => {
    assert.strictEqual(scopes.length, 28)
    assert.strictEqual(new Set(scopes).size, 28)
    assert.sameMembers([...expandScopes(["admin"])], [...scopes])
  })

  it("are recognized by their wire value only", () => {
    assert.isTrue(isScope("keys.view"))
    for (const value of ["KEYS_VIEW", "keys", "", "toString", null, 1]) assert.isFalse(isScope(value))
  })
})

describe("expansion of scopes", () => {
  it.each([
    [["translations.view"], ["keys.view", "translations.view"]],
    [["translations.edit"], ["keys.view", "translations.view", "translations.edit"]],
    [["translations.state-edit"], ["keys.view", "translations.view", "translations.state-edit"]],
    [["translations.batch-by-tm"], ["keys.view", "translations.view", "translations.edit", "translations.batch-by-tm"]],
    [
      ["translations.batch-machine"],
      ["keys.view", "translations.view", "translations.edit", "translations.batch-machine"]
    ],
    [["translation-comments.add"], ["keys.view", "translations.view", "translation-comments.add"]],
    [["translation-comments.edit"], ["keys.view", "translations.view", "translation-comments.edit"]],
    [["translation-comments.set-state"], ["keys.view", "translations.view", "translation-comments.set-state"]],
    [["tasks.view"], ["keys.view", "translations.view", "tasks.view"]],
    [["tasks.edit"], ["keys.view", "translations.view", "tasks.view", "tasks.edit"]],
    [["keys.edit"], ["keys.view", "keys.edit"]],
    [["keys.delete"], ["keys.view", "keys.delete"]],
    [["keys.create"], ["keys.view", "keys.create"]],
    [["screenshots.view"], ["keys.view", "screenshots.view"]],
    [["screenshots.upload"], ["keys.view", "screenshots.view", "screenshots.upload"]],
    [["screenshots.delete"], ["keys.view", "screenshots.view", "screenshots.delete"]],
    [["members.edit"], ["members.view", "members.edit"]],
    [["content-delivery.manage"], ["content-delivery.publish", "content-delivery.manage"]],
    [["activity.view"], ["activity.view"]],
    [["languages.edit"], ["languages.edit"]],
    [["project.edit"], ["project.edit"]],
    [["batch-jobs.view"], ["batch-jobs.view"]],
    [["batch-jobs.cancel"], ["batch-jobs.cancel"]],
    [["webhooks.manage"], ["webhooks.manage"]],
    [["members.view"], ["members.view"]],
    [["content-delivery.publish"], ["content-delivery.publish"]],
    [["keys.view"], ["keys.view"]],
    [[], []]
  ] satisfies ReadonlyArray<[ReadonlyArray<Scope>, ReadonlyArray<Scope>]>)("of %j is %j", (granted, expanded) => {
    assert.deepStrictEqual(expandScopes(granted), expanded)
  })

  it("of admin has the order of the tree", () => {
    assert.deepStrictEqual(expandScopes(["admin"]), [
      "keys.view",
      "translations.view",
      "translations.edit",
      "keys.edit",
      "keys.delete",
      "keys.create",
      "screenshots.view",
      "screenshots.upload",
      "screenshots.delete",
      "tasks.view",
      "tasks.edit",
      "activity.view",
      "languages.edit",
      "project.edit",
      "members.view",
      "members.edit",
      "translation-comments.set-state",
      "translation-comments.add",
      "translation-comments.edit",
      "translations.state-edit",
      "batch-jobs.view",
      "batch-jobs.cancel",
      "translations.batch-by-tm",
      "translations.batch-machine",
      "content-delivery.publish",
      "content-delivery.manage",
      "webhooks.manage",
      "admin"
    ])
  })

  it("keeps the order given and the first of repeats", () => {
    const granted: ReadonlyArray<Scope> = ["keys.edit", "translations.edit", "keys.view", "keys.edit"]
    assert.deepStrictEqual(expandScopes(granted), ["keys.view", "keys.edit", "translations.view", "translations.edit"])
  })

  it("gives nothing for a name that is no scope", () => {
    const stored = ["toString", "prompts.view", "keys.view"] as ReadonlyArray<string> as ReadonlyArray<Scope>
    assert.deepStrictEqual(expansionOf(stored), expansionOf(["keys.view"]))
  })

  it("cannot be changed by a caller", () => {
    assert.isTrue(Object.isFrozen(expandScopes(["keys.edit"])))
  })

  it("agrees with the rule read literally, is idempotent and monotone, for random lists", { tags: ["random"] }, () => {
    const random = makeRandom(1)
    for (let round = 0; round < randomRounds(20_000); round++) {
      const granted = random.some(scopes, 12)
      const expanded = expandScopes(granted)
      assert.deepStrictEqual(expanded, naiveExpand(granted))
      assert.deepStrictEqual(expandScopes(expanded), expanded)
      const wider = expansionOf([...granted, random.pick(scopes)])
      assert.isTrue(expanded.every((scope) => wider.scopes.includes(scope)))
      for (const scope of scopes) {
        assert.strictEqual((wider.bits & bitOfScope[scope]) !== 0, wider.scopes.includes(scope))
      }
    }
  })
})
