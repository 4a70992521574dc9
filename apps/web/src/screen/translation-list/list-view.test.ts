import { assert, describe, it } from "vitest"
import { builtInViews } from "./list-view.ts"

type Project = Parameters<typeof builtInViews>[0]
type Languages = Parameters<typeof builtInViews>[1]

const all = ["en", "ar", "cs", "de"].map((tag, id) => ({ id, tag, base: id === 0 })) as unknown as Languages
const shown = (tags: string) => all.filter(({ tag }) => tags.split(" ").includes(tag))
const project = (permission: object) =>
  ({
    computedPermission: {
      scopes: ["translations.edit"],
      translateLanguageIds: null,
      stateChangeLanguageIds: null,
      ...permission
    },
    translationProtection: "NONE",
    suggestionsMode: "DISABLED"
  }) as unknown as Project
const manager = project({ scopes: ["translations.edit", "translations.state-edit"] })
const czech = project({ translateLanguageIds: [2] })
const t = ((key: string) => key) as unknown as Parameters<typeof builtInViews>[3]

describe("the views of every project", () => {
  it.each([
    {
      name: "are about all shown languages for one who may edit them",
      by: manager,
      tags: "en ar cs",
      expected: { languages: "en,ar,cs", own: ["ar", "cs"] }
    },
    {
      name: "are about the language that a translator may edit",
      by: czech,
      tags: "en ar cs",
      expected: { languages: "en,ar,cs", own: ["cs"] }
    },
    {
      name: "show the translator's language where only others are shown",
      by: czech,
      tags: "en de",
      expected: { languages: "en,cs", own: ["cs"] }
    },
    {
      name: "are about the base where it alone is shown",
      by: manager,
      tags: "en",
      expected: { languages: "en", own: ["en"] }
    }
  ])("$name", ({ by, tags, expected: { languages, own } }) => {
    const views = builtInViews(by, shown(tags), shown("en cs"), t)
    assert.deepStrictEqual(
      views.map(({ search }) => search),
      [
        { state: own.map((tag) => `${tag}:UNTRANSLATED`).join(","), languages },
        { state: own.map((tag) => `${tag}:TRANSLATED`).join(","), languages },
        { outdated: own.join(","), languages },
        { comments: by === manager ? languages : own.join(","), languages }
      ]
    )
  })

  it("are about the shown languages for one who only reads", () => {
    const [untranslated] = builtInViews(project({ scopes: [] }), shown("en de"), shown("en de"), t)
    assert.deepStrictEqual(untranslated?.search, { state: "de:UNTRANSLATED", languages: "en,de" })
  })

  it("to review names the languages whose states the user may set", () => {
    const reviewer = project({
      scopes: ["translations.edit", "translations.state-edit"],
      stateChangeLanguageIds: [3]
    })
    const [, toReview] = builtInViews(reviewer, all, all, t)
    assert.deepStrictEqual(toReview?.search, { state: "de:TRANSLATED", languages: "en,ar,cs,de" })
  })
})
