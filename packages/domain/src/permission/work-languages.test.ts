import { assert, describe, it } from "vitest"
import { computePermission } from "./compute-permission.ts"
import { permissionOfScopes, permissionOfType } from "./permission.ts"
import type { Scope } from "./scope.ts"
import { workLanguages } from "./work-languages.ts"

const [en, de, cs] = [1, 2, 3]
const languages = [
  { id: en, base: true },
  { id: de, base: false },
  { id: cs, base: false }
]

const facts = { organizationRole: null, basePermission: permissionOfType("NONE"), serverRole: "USER" } as const

describe("the languages in which a user works", () => {
  const restricted = (type: "TRANSLATE" | "REVIEW", change: object) =>
    computePermission({ ...facts, directPermission: { ...permissionOfType(type), ...change } })
  const ofScopes = (scopes: ReadonlyArray<Scope>) =>
    computePermission({ ...facts, directPermission: permissionOfScopes(scopes) })

  it.each([
    ["are all but the base for a translator of all", restricted("TRANSLATE", {}), ["2 t", "3 t"]],
    ["are those of the permission", restricted("TRANSLATE", { translateLanguageIds: [cs] }), ["3 t"]],
    ["have the base where the permission names it", restricted("TRANSLATE", { translateLanguageIds: [en] }), ["1 t"]],
    [
      "are reviewed where states may be changed",
      restricted("REVIEW", { translateLanguageIds: [de, cs], stateChangeLanguageIds: [de] }),
      ["2 tr", "3 t"]
    ],
    ["leave out hidden ones", restricted("TRANSLATE", { viewLanguageIds: [de] }), ["2 t"]],
    ["are none for viewers", computePermission({ ...facts, directPermission: permissionOfType("VIEW") }), []],
    ["are none without a permission", computePermission({ ...facts, directPermission: null }), []],
    ["are reviewed by those with the scope", ofScopes(["translations.state-edit"]), ["2 r", "3 r"]],
    [
      "are all but the base for owners",
      computePermission({ ...facts, organizationRole: "OWNER", directPermission: null }),
      ["2 tr", "3 tr"]
    ]
  ])("%s", (_, permission, expected) => {
    const found = workLanguages(permission, languages)
    assert.deepStrictEqual(
      found.map(
        ({ language, mayTranslate, mayReview }) => `${language.id} ${mayTranslate ? "t" : ""}${mayReview ? "r" : ""}`
      ),
      expected
    )
  })
})
