import { assert, describe, it } from "vitest"
import { namedLanguage, newLanguageText } from "./row-language.ts"

describe("a language of an import", () => {
  it.each([
    ["is the one that names the file", "cs", "cs.json", "cs", "cs"],
    ["is the one inside of the file", "de_AT", "all.xliff", "de_AT", "de-AT"],
    ["keeps a name inside of the file that is no tag", "german", "all.csv", "german", "german"],
    ["is none when the file is called otherwise", "pdf", "pdf.ftl", null, ""],
    ["is none when the file leaves it open", "unknown", "app.xliff", null, ""],
    ["is that of the folder when the file is called otherwise", "strings", "values-cs/strings.xml", null, "cs"]
  ])("%s", (_, name, importFileName, named, text) => {
    assert.strictEqual(namedLanguage({ name, importFileName }), named)
    assert.strictEqual(newLanguageText({ name, importFileName }), text)
  })
})
