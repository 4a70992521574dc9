import { assert, it } from "vitest"
import {
  choiceOfPermission,
  languageLists,
  noLanguageLimit,
  requestedLanguages,
  scopesOfChoice,
  withScope
} from "./permission-choice.ts"

const lists = { viewLanguageIds: [1], translateLanguageIds: [2], stateChangeLanguageIds: [3] }

it.each([
  ["NONE", []],
  ["VIEW", []],
  ["TRANSLATE", ["translateLanguages"]],
  ["REVIEW", ["translateLanguages", "stateChangeLanguages"]],
  ["MANAGE", []]
] as const)("a permission of the type %s asks for the lists of languages %j", (type, names) => {
  assert.deepStrictEqual(Object.keys(requestedLanguages({ type, scopes: [], ...lists })), [...names])
})

it("an empty list of languages is not asked for", () => {
  assert.deepStrictEqual(requestedLanguages({ type: "REVIEW", scopes: [], ...lists, translateLanguageIds: [] }), {})
})

it("granular scopes are edited in the fewest words, and count with all that they include", () => {
  const choice = choiceOfPermission({
    type: null,
    scopes: ["keys.view", "translations.view", "translations.edit"],
    permittedLanguageIds: null,
    viewLanguageIds: null,
    translateLanguageIds: [7],
    stateChangeLanguageIds: null
  })
  assert.deepStrictEqual([choice.scopes, choice.translateLanguageIds], [["translations.edit"], [7]])
  assert.sameMembers([...scopesOfChoice(choice)], ["keys.view", "translations.view", "translations.edit"])
  assert.deepStrictEqual(languageLists(choice), { view: true, translate: true, stateChange: false })
})

it("a reviewer reviews the languages of the translator", () => {
  const requested = requestedLanguages({ type: "REVIEW", scopes: [], ...lists })
  assert.deepStrictEqual(requested, { translateLanguages: [2], stateChangeLanguages: [2] })
})

it("a scope that is added makes the permission granular, and keeps what there was", () => {
  const viewer = { type: "VIEW", scopes: [], ...noLanguageLimit } as const
  const more = withScope(viewer, "translations.edit", 7)
  assert.isNull(more.type)
  assert.includeMembers([...scopesOfChoice(more)], [...scopesOfChoice(viewer), "translations.edit"])
  assert.deepStrictEqual(more.translateLanguageIds, [])
})

it("a language is added where a list limits the scope, and only there", () => {
  const translator = { type: "TRANSLATE", scopes: [], ...noLanguageLimit, translateLanguageIds: [2] } as const
  assert.deepStrictEqual(withScope(translator, "translations.edit", 7), { ...translator, translateLanguageIds: [2, 7] })
  assert.deepStrictEqual(withScope(translator, "translations.edit", 2), translator)
  assert.deepStrictEqual(withScope(translator, "activity.view", 7), translator)
})
