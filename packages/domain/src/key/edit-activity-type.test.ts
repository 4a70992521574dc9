import { assert, it } from "vitest"
import { editActivityType, type KeyEditKinds } from "./edit-activity-type.ts"

const nothing: KeyEditKinds = {
  translations: false,
  states: false,
  tags: false,
  name: false,
  maxCharLimit: false,
  screenshotsAdded: false,
  screenshotsDeleted: false
}

it.each([
  ["texts alone", { translations: true }, "SET_TRANSLATIONS"],
  ["states alone", { states: true }, "SET_TRANSLATION_STATE"],
  ["tags alone", { tags: true }, "KEY_TAGS_EDIT"],
  ["the name alone", { name: true }, "KEY_NAME_EDIT"],
  ["the limit alone", { maxCharLimit: true }, "KEY_CHARACTER_LIMIT_EDIT"],
  ["added screenshots alone", { screenshotsAdded: true }, "SCREENSHOT_ADD"],
  ["deleted screenshots alone", { screenshotsDeleted: true }, "SCREENSHOT_DELETE"],
  ["screenshots that replace others", { screenshotsAdded: true, screenshotsDeleted: true }, "COMPLEX_EDIT"],
  ["none of these", {}, "COMPLEX_EDIT"],
  ["two of these", { translations: true, states: true }, "COMPLEX_EDIT"]
] satisfies ReadonlyArray<[string, Partial<KeyEditKinds>, string]>)("a change of %s", (_, changed, type) => {
  assert.strictEqual(editActivityType({ ...nothing, ...changed }), type)
})
