import { assert, describe, it } from "vitest"
import { type DomainError, domainError } from "../error/domain-error.ts"
import { checkLanguages, languageOperationOf, narrowLanguages } from "./check-language.ts"
import { computePermission } from "./compute-permission.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"
import { languageIds, makeRandom } from "./testing/random-facts.ts"

const english = 1
const german = 2

const computedFrom = (directPermission: Permission) =>
  computePermission({
    organizationRole: null,
    basePermission: permissionOfType("NONE"),
    directPermission,
    serverRole: "USER"
  })
const germanOnly = { ...allLanguages, translateLanguageIds: [german] }
const germanTranslator = computedFrom(permissionOfType("TRANSLATE", germanOnly))
const translator = computedFrom(permissionOfType("TRANSLATE"))
const stranger = computedFrom(permissionOfType("NONE"))
const manager = computedFrom({ ...permissionOfScopes(["admin"]), ...germanOnly })

const notPermitted = (...ids: ReadonlyArray<number>) => domainError("language_not_permitted", [ids, null])

describe("checking languages", () => {
  it.each([
    ["a language of the list is permitted", germanTranslator, [german], null],
    ["a language outside the list is not permitted", germanTranslator, [english], notPermitted(english)],
    [
      "one language outside the list fails the check for all",
      germanTranslator,
      [german, english],
      notPermitted(english)
    ],
    ["naming no language is not permitted when only some are", germanTranslator, null, notPermitted()],
    ["an empty list of languages names none", germanTranslator, [], notPermitted()],
    ["without a list every language is permitted", translator, [english, german], null],
    ["without a list none needs to be named", translator, null, null],
    ["lists do not limit admin", manager, [english], null],
    ["admin needs to name none", manager, null, null],
    ["without any scope no language is permitted", stranger, [german], notPermitted(german)],
    ["without any scope naming none is not permitted", stranger, null, notPermitted()]
  ] satisfies ReadonlyArray<[string, typeof stranger, ReadonlyArray<number> | null, DomainError | null]>)(
    "%s",
    (_, computed, ids, expected) => {
      assert.deepStrictEqual(checkLanguages(computed, "translate", ids), expected)
    }
  )

  it("each operation has its own list", () => {
    assert.isNull(checkLanguages(germanTranslator, "view", [english]))
    assert.isNull(checkLanguages(germanTranslator, "stateChange", null))
  })

  it("the error names the tags when they are known", () => {
    const tags = new Map([
      [english, "en"],
      [german, "de"]
    ])
    assert.deepStrictEqual(
      checkLanguages(germanTranslator, "translate", [german, english], tags),
      domainError("language_not_permitted", [[english], ["en"]])
    )
  })

  it("scopes about texts have an operation, others have none", () => {
    assert.strictEqual(languageOperationOf("translations.view"), "view")
    assert.strictEqual(languageOperationOf("translations.edit"), "translate")
    assert.strictEqual(languageOperationOf("translations.batch-by-tm"), "translate")
    assert.strictEqual(languageOperationOf("translations.batch-machine"), "translate")
    assert.strictEqual(languageOperationOf("translations.state-edit"), "stateChange")
    assert.isNull(languageOperationOf("keys.view"))
  })
})

describe("narrowing languages", () => {
  it.each([
    ["the languages outside the list are left out", germanTranslator, [english, german], [german]],
    ["naming none gives all that are permitted", germanTranslator, null, [german]],
    ["nothing may be left", germanTranslator, [english], []],
    ["without a list all named are left", translator, [german, english], [german, english]],
    ["without a list naming none gives all", translator, null, null],
    ["without any scope nothing is left", stranger, null, []]
  ] satisfies ReadonlyArray<[string, typeof stranger, ReadonlyArray<number> | null, ReadonlyArray<number> | null]>)(
    "%s",
    (_, computed, ids, expected) => {
      assert.deepStrictEqual(narrowLanguages(computed, "translate", ids), expected)
    }
  )

  it("leaves exactly the languages that the check permits, for 20,000 random permissions", () => {
    const random = makeRandom(5)
    for (let round = 0; round < 20_000; round++) {
      const computed = computePermission(random.facts())
      const operation = random.pick(["view", "translate", "stateChange"])
      const named = random.some(languageIds, 4)
      assert.deepStrictEqual(
        narrowLanguages(computed, operation, named),
        named.filter((id) => checkLanguages(computed, operation, [id]) === null)
      )
      const isUnlimited = narrowLanguages(computed, operation, null) === null
      assert.strictEqual(checkLanguages(computed, operation, null) === null, isUnlimited)
    }
  })
})
