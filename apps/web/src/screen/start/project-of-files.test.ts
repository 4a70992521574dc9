import { assert, describe, it } from "vitest"
import { projectOfFiles } from "./project-of-files.ts"

describe("a project for files", () => {
  it("has the name of their folder, and the languages of their paths with English as the base", () => {
    assert.deepStrictEqual(projectOfFiles(["harbour/cs.json", "harbour/en.json", "harbour/more/en.json"]), {
      name: "harbour",
      baseTag: "en",
      tags: ["cs", "en"]
    })
  })

  it("without English has the language of most files as its base", () => {
    assert.deepStrictEqual(projectOfFiles(["a/cs.json", "a/de.json", "b/de.json"]), {
      name: null,
      baseTag: "de",
      tags: ["cs", "de"]
    })
    assert.strictEqual(projectOfFiles(["cs.json", "en-GB.json", "de.json"]).baseTag, "en-GB")
  })

  it.each([
    ["no folder", "en.json"],
    ["a folder that every project has", "locales/en.json"],
    ["a folder that is a language", "en/app.json"]
  ])("has no name when there is %s", (_, path) => {
    assert.isNull(projectOfFiles([path]).name)
  })

  it("is English when no path names a language", () => {
    assert.deepStrictEqual(projectOfFiles(["texts.csv"]), { name: null, baseTag: "en", tags: ["en"] })
  })
})
