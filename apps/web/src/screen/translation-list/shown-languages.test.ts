import { assert, describe, it } from "vitest"
import { languagesShownFirst, shownLanguages } from "./shown-languages.ts"

type Project = Parameters<typeof shownLanguages>[0]
type Languages = Parameters<typeof shownLanguages>[1]

const languages = ["en", "ar", "cs", "de", "fr"].map((tag, id) => ({ id, tag, base: id === 0 })) as unknown as Languages
const project = (translateLanguageIds: ReadonlyArray<number> | null, scopes = ["translations.edit"]) =>
  ({
    computedPermission: { scopes, translateLanguageIds, stateChangeLanguageIds: null },
    translationProtection: "NONE"
  }) as unknown as Project
const tagsOf = (some: Languages) => some.map(({ tag }) => tag).join(" ")

describe("the shown languages", () => {
  it.each([
    ["of one who may translate all are the base and the next ones", project(null), "en ar cs"],
    ["of one who reads only as well", project(null, ["translations.view"]), "en ar cs"],
    ["of a translator are the base and theirs", project([2]), "en cs"],
    ["of a translator are theirs wherever they stand in the project", project([3, 4]), "en de fr"],
    ["of an editor of the base alone are the base and the next ones", project([0]), "en ar cs"]
  ])("%s", (_, by, expected) => {
    assert.strictEqual(tagsOf(languagesShownFirst(by, languages)), expected)
    assert.strictEqual(tagsOf(shownLanguages(by, languages, {}, [])), expected)
  })

  it.each([
    ["are those of the address, the base too", { languages: "de" }, [], "en de"],
    ["are those of the address though others were chosen last", { languages: "en,de" }, ["fr"], "en de"],
    ["are those that were chosen last", {}, ["de", "fr"], "en de fr"],
    ["are the first ones when those that were chosen last are gone", {}, ["pl"], "en cs"],
    ["are the same for every user in an address with a search", { search: "berth" }, ["fr"], "en ar cs"]
  ])("%s", (_, search, chosenLast, expected) => {
    assert.strictEqual(tagsOf(shownLanguages(project([2]), languages, search, chosenLast)), expected)
  })
})
