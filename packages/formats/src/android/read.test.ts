import { assert, describe, it } from "vitest"
import { printFilePath } from "../file-structure-template.ts"
import { readTranslationFile } from "../registry.ts"
import { goldenCases } from "../testing/golden-cases.ts"
import { summarizeFile } from "../testing/summarize-file.ts"
import { languageOfPath } from "./language-of-path.ts"

describe("reading android", () => {
  it.each(goldenCases(new URL("golden/", import.meta.url)))("golden case $name", ({ bytes, options, expected }) => {
    // Through JSON: the file cannot say undefined.
    const summary: unknown = JSON.parse(JSON.stringify(summarizeFile(readTranslationFile(bytes, options))))
    assert.deepStrictEqual(summary, expected)
  })

  it.each(["cs", "pt-BR", "es-419", "sr-Latn", "zh-Hans-CN", "he", "he-IL", "id", "yi"])(
    "the folder that an export writes for %s is read as that language",
    (languageTag) => {
      const path = printFilePath("{namespace}/values-{androidLanguageTag}/strings.{extension}", {
        namespace: "",
        languageTag,
        extension: "xml"
      })
      assert.strictEqual(languageOfPath(path), languageTag)
    }
  )
})
