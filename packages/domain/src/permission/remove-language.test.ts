import { assert, describe, it } from "vitest"
import { checkLanguages, languageOperationOf } from "./check-access.ts"
import { computePermission, hasScope } from "./compute-permission.ts"
import { allLanguages, type Permission, permissionOfScopes, permissionOfType } from "./permission.ts"
import { removeLanguage } from "./remove-language.ts"
import { type Scope, scopes } from "./scope.ts"
import { languageIds, makeRandom, randomRounds } from "./testing/random-facts.ts"

const english = 1
const german = 2

const lists = (
  translateLanguageIds: ReadonlyArray<number> | null,
  stateChangeLanguageIds: ReadonlyArray<number> | null = null,
  viewLanguageIds: ReadonlyArray<number> | null = null
) => ({ translateLanguageIds, stateChangeLanguageIds, viewLanguageIds })

describe("a permission after English is deleted", () => {
  it.each([
    [
      "TRANSLATE for English only becomes VIEW",
      permissionOfType("TRANSLATE", lists([english])),
      permissionOfType("VIEW")
    ],
    [
      "TRANSLATE for English and German stays, for German",
      permissionOfType("TRANSLATE", lists([english, german])),
      permissionOfType("TRANSLATE", lists([german]))
    ],
    [
      "REVIEW for English only becomes VIEW of all languages",
      permissionOfType("REVIEW", lists([english], [english])),
      permissionOfType("VIEW")
    ],
    [
      "REVIEW that also sees English only becomes NONE",
      permissionOfType("REVIEW", lists([english], [english], [english])),
      permissionOfType("NONE")
    ],
    [
      "the scope translations.edit for English only becomes the right to see",
      permissionOfScopes(["translations.edit"], lists([english])),
      permissionOfScopes(["keys.view", "translations.view"])
    ],
    [
      "the scope translations.view for English only becomes the right to see keys",
      permissionOfScopes(["translations.view"], lists(null, null, [english])),
      permissionOfScopes(["keys.view"])
    ],
    [
      "batch translation goes away with the right to translate that it includes",
      permissionOfScopes(["translations.batch-by-tm", "keys.edit"], lists([english])),
      permissionOfScopes(["keys.view", "translations.view", "keys.edit"])
    ],
    [
      "each emptied list takes its own scope",
      permissionOfScopes(["translations.edit", "translations.state-edit"], lists([english, german], [english])),
      permissionOfScopes(["keys.view", "translations.view", "translations.edit"], lists([german]))
    ],
    [
      "a permission for other languages stays as it is",
      permissionOfType("TRANSLATE", lists([german])),
      permissionOfType("TRANSLATE", lists([german]))
    ],
    ["a permission for all languages stays as it is", permissionOfType("REVIEW"), permissionOfType("REVIEW")],
    [
      "admin stays, since lists do not limit it",
      { ...permissionOfScopes(["admin"]), ...lists([english]) },
      permissionOfScopes(["admin"])
    ],
    ["a granular record without scopes is deleted", permissionOfScopes([], lists([english])), null]
  ] satisfies ReadonlyArray<[string, Permission, Permission | null]>)("%s", (_, before, after) => {
    assert.deepStrictEqual(removeLanguage(before, english), after)
  })

  it("is the same object when it does not list English", () => {
    const permission = permissionOfType("TRANSLATE", lists([german]))
    assert.strictEqual(removeLanguage(permission, english), permission)
  })

  const may = (directPermission: Permission | null, scope: Scope, languageId: number): boolean => {
    const computed = computePermission({
      organizationRole: null,
      basePermission: permissionOfType("NONE"),
      directPermission,
      serverRole: "USER"
    })
    const operation = languageOperationOf(scope)
    if (!hasScope(computed, scope)) return false
    return operation === null || checkLanguages(computed, operation, [languageId]) === null
  }

  it("never allows more than before, and no list has the language, for random permissions", {
    tags: ["random"]
  }, () => {
    const random = makeRandom(6)
    for (let round = 0; round < randomRounds(10_000); round++) {
      const before = random.permission()
      const deleted = random.pick(languageIds)
      const after = removeLanguage(before, deleted)
      for (const languageId of languageIds.filter((id) => id !== deleted)) {
        for (const scope of scopes) {
          if (may(after, scope, languageId))
            assert.isTrue(may(before, scope, languageId), JSON.stringify([before, after]))
        }
      }
      const { translateLanguageIds, viewLanguageIds, stateChangeLanguageIds } = after ?? allLanguages
      for (const ids of [translateLanguageIds, viewLanguageIds, stateChangeLanguageIds]) {
        assert.isTrue(ids === null || (ids.length > 0 && !ids.includes(deleted)))
      }
    }
  })
})
