import { assert, describe, it } from "vitest"
import { firstTasks } from "./first-tasks.ts"

type Project = Parameters<typeof firstTasks>[0]
type Languages = Parameters<typeof firstTasks>[1]

const languages = ["en", "ar", "cs", "de"].map((tag, id) => ({ id, tag, base: id === 0 })) as unknown as Languages
const project = (scopes: ReadonlyArray<string>, translateLanguageIds: ReadonlyArray<number> | null = null) =>
  ({
    computedPermission: { scopes, translateLanguageIds, stateChangeLanguageIds: translateLanguageIds },
    translationProtection: "NONE"
  }) as unknown as Project
const t = ((key: string) => key) as unknown as Parameters<typeof firstTasks>[2]

const translate = ["translations.view", "translations.edit"]
const review = [...translate, "translations.state-edit"]

describe("the first tasks of a new member", () => {
  it.each([
    [
      "of a translator are the untranslated texts of their language",
      project(translate, [2]),
      [{ kind: "translate", languages: ["cs"], search: { state: "cs:UNTRANSLATED", languages: "en,cs" } }]
    ],
    [
      "of a translator of all languages are those of the first ones",
      project(translate),
      [
        {
          kind: "translate",
          languages: ["ar", "cs"],
          search: { state: "ar:UNTRANSLATED,cs:UNTRANSLATED", languages: "en,ar,cs" }
        }
      ]
    ],
    [
      "of a reviewer are the texts to review, then the untranslated ones",
      project(review, [3]),
      [
        { kind: "review", languages: ["de"], search: { state: "de:TRANSLATED", languages: "en,de" } },
        { kind: "translate", languages: ["de"], search: { state: "de:UNTRANSLATED", languages: "en,de" } }
      ]
    ],
    ["of one who only reads are none", project(["translations.view"]), []],
    ["of one who manages keys are none: the dashboard shows all", project([...review, "keys.edit"]), []]
  ])("%s", (_, by, expected) => {
    assert.deepStrictEqual(firstTasks(by, languages, t), expected as ReturnType<typeof firstTasks>)
  })
})
