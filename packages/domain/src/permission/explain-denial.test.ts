import { assert, describe, it } from "vitest"
import { checkLanguages, checkScopes, type LanguageOperation, scopeOfLanguageOperation } from "./check-access.ts"
import { computePermission, hasScope, type PermissionFacts } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import { explainDenial } from "./explain-denial.ts"
import { explainPermission } from "./explain-permission.ts"
import { allLanguages, permissionOfScopes, permissionOfType } from "./permission.ts"
import { type Scope, scopes } from "./scope.ts"
import { languageIds, makeRandom } from "./testing/random-facts.ts"

const german = 1
const french = 2
const member: PermissionFacts = {
  organizationRole: "MEMBER",
  basePermission: permissionOfType("VIEW"),
  directPermission: null,
  serverRole: "USER"
}
const translator: PermissionFacts = {
  ...member,
  directPermission: permissionOfType("TRANSLATE", { ...allLanguages, translateLanguageIds: [german] })
}
const missing = (...params: ReadonlyArray<Scope>) => ({ code: "operation_not_permitted", params })

describe("the explanation of an error", () => {
  it("names the rule that decided, the missing scope and the remedies", () => {
    assert.deepStrictEqual(explainDenial(member, null, missing("keys.create")), {
      origin: "ORGANIZATION_BASE",
      obstacles: [
        {
          code: "SCOPE_MISSING",
          scope: "keys.create",
          languageIds: null,
          sentence: "The user lacks the scope keys.create.",
          remedies: [
            {
              code: "SET_DIRECT_PERMISSION",
              sentence: "Set a direct permission with the type EDIT or MANAGE, or the scope keys.create."
            },
            {
              code: "RAISE_BASE_PERMISSION",
              sentence:
                "Give the base permission, and so all members, the type EDIT or MANAGE, or the scope keys.create."
            }
          ]
        }
      ],
      sentence:
        "Not allowed: The user lacks the scope keys.create. The user is a member of the organization and gets its base permission."
    })
  })

  it("separates the scopes of the key from those of its user", () => {
    const explanation = explainDenial(member, ["keys.view"], missing("translations.view", "keys.edit"))
    assert.deepStrictEqual(
      explanation?.obstacles.map(({ code, scope }) => [code, scope]),
      [
        ["KEY_SCOPE_MISSING", "translations.view"],
        ["SCOPE_MISSING", "keys.edit"],
        ["KEY_SCOPE_MISSING", "keys.edit"]
      ]
    )
  })

  it.each([
    ["the languages that were named", [[french], ["fr"]]],
    ["all languages, when none was named", [[], null]]
  ])("names the languages that the permission covers: %s", (_, params) => {
    const explanation = explainDenial(translator, null, { code: "language_not_permitted", params })
    assert.deepInclude(explanation?.obstacles[0], {
      code: "LANGUAGE_NOT_PERMITTED",
      scope: "translations.edit",
      languageIds: [german]
    })
    assert.strictEqual(
      explanation?.sentence,
      "Not allowed: The direct permission limits translations.edit to other languages (translateLanguageIds). " +
        "The user has a direct permission in this project; it replaces the base permission."
    )
  })

  it("names the list of the operation where several deny it", () => {
    const reviewer = {
      ...member,
      directPermission: permissionOfScopes(["translations.state-edit", "translations.edit"], {
        translateLanguageIds: [german],
        stateChangeLanguageIds: [german],
        viewLanguageIds: [german]
      })
    }
    for (const operation of ["view", "translate", "stateChange"] as const) {
      const error = { code: "language_not_permitted", params: [[french], null] }
      const explanation = explainDenial(reviewer, null, error, operation)
      assert.strictEqual(explanation?.obstacles[0]?.scope, scopeOfLanguageOperation[operation])
    }
  })

  it.each([
    ["a role that is missing", { code: "operation_not_permitted", params: null }],
    ["another error", { code: "pak_created_for_different_project", params: null }],
    ["a scope that the caller has", missing("keys.view")],
    ["parameters that are none", { code: "operation_not_permitted", params: ["king", 5] }]
  ])("is none for %s", (_, error) => {
    assert.isNull(explainDenial(member, null, error))
  })

  it("exists for every error of a scope or a language, and agrees with the permission, in 20,000 random cases", () => {
    const random = makeRandom(7)
    for (let round = 0; round < 20_000; round++) {
      const facts = random.facts()
      const keyScopes = random.happens(0.3) ? random.scopes() : null
      const computed = computePermission(facts)
      const required = random.some(scopes, 2)
      const error = checkScopes(effectiveScopes(computed, keyScopes), required)
      if (error?.kind === "code") {
        const explanation = explainDenial(facts, keyScopes, error)
        assert.strictEqual(explanation?.origin, computed.origin)
        const named = [...new Set(explanation?.obstacles.map(({ scope }) => scope))]
        assert.deepStrictEqual<unknown>(named, error.params)
        for (const scope of named) assert.isFalse(explainPermission(facts, scope, null, keyScopes).allowed)
      }
      const operation = random.pick<LanguageOperation>(["view", "translate", "stateChange"])
      const languageDenial = checkLanguages(computed, operation, random.some(languageIds, 2))
      if (languageDenial?.kind === "code" && hasScope(computed, scopeOfLanguageOperation[operation])) {
        const explanation = explainDenial(facts, null, languageDenial, operation)
        assert.deepStrictEqual(
          explanation?.obstacles.map(({ code }) => code),
          ["LANGUAGE_NOT_PERMITTED"]
        )
        assert.isNotNull(explainDenial(facts, null, languageDenial))
      }
    }
  })
})
