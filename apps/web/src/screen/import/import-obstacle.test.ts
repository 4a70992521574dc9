import { assert, describe, it } from "vitest"
import type { ImportLanguageModel, LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { importObstacles, languageObstacle } from "./import-obstacle.ts"

const czech = { id: 1, tag: "cs", name: "Czech", originalName: null, flagEmoji: null, base: false }
const german = { ...czech, id: 2, tag: "de", name: "German" }
const languages: ReadonlyArray<LanguageModel> = [czech, german]

/** May edit Czech. */
const project = {
  computedPermission: { scopes: ["translations.edit"], translateLanguageIds: [czech.id], stateChangeLanguageIds: [] },
  translationProtection: "NONE"
} as unknown as ProjectModel

const row = (existingLanguageId: number | null, conflictCount = 0, resolvedCount = 0) =>
  ({ existingLanguageId, conflictCount, resolvedCount }) as ImportLanguageModel

const reasons = (rows: ReadonlyArray<ImportLanguageModel>) =>
  importObstacles(rows, project, languages).map(({ reason, count }) => `${reason} ${count}`)

describe("what is in the way of an import", () => {
  it("is nothing when every language is paired and every conflict decided", () => {
    assert.deepStrictEqual(reasons([row(czech.id, 3, 3)]), [])
  })

  it("is each kind once with its number, in the order of the page", () => {
    assert.deepStrictEqual(reasons([row(null), row(null), row(german.id), row(czech.id, 5, 2)]), [
      "import.obstacle-unpaired 2",
      "import.obstacle-forbidden 1",
      "import.obstacle-conflicts 3"
    ])
  })

  it("is said at the language that may not be edited", () => {
    assert.strictEqual(languageObstacle(row(german.id), project, languages), "obstacle.other-language")
    assert.isNull(languageObstacle(row(czech.id), project, languages))
    assert.isNull(languageObstacle(row(null), project, languages))
  })
})
