import { assert, describe, it } from "vitest"
import { guessLanguageName } from "./guess-language-name.ts"
import { guessNamespace } from "./guess-namespace.ts"
import { isIgnoredPath } from "./is-ignored-path.ts"

describe("the path of an import file", () => {
  it.each([
    ["homepage/en.json", "homepage", "en"],
    ["a/b/en.json", "a", "en"],
    ["values-cs/strings.xml", "values-cs", "strings"],
    ["en.json", null, "en"],
    ["./en.json", null, "en"],
    ["/a/en.json", "a", "en"],
    ["messages_en.properties", null, "messages_en"],
    ["app.en.json", null, "app"],
    [".json", null, ".json"],
    ["json", null, "json"]
  ])("%s has the namespace %s and the language %s", (path, namespace, languageName) => {
    assert.strictEqual(guessNamespace(path), namespace)
    assert.strictEqual(guessLanguageName(path), languageName)
  })

  it.each([
    [".DS_Store", true],
    ["a/b/.DS_Store", true],
    ["cs.xcloc/contents.json", true],
    ["contents.json", false],
    ["cs.xcloc/Source Contents/Localizable.xcstrings", true],
    ["cs.xcloc/Source Contents/App-InfoPlist.xcstrings", true],
    ["Source Contents/Localizable.xcstrings", false],
    ["en.json", false]
  ])("%s is ignored: %s", (path, isIgnored) => {
    assert.strictEqual(isIgnoredPath(path), isIgnored)
  })
})
