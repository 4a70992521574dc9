import { assert, describe, it } from "vitest"
import {
  fileTagFor,
  guessLanguageName,
  guessNamespace,
  isIgnoredPath,
  type LanguagePairingFacts,
  pairLanguage,
  tagOfUnnamed
} from "./import-file.ts"

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

const project: LanguagePairingFacts = {
  languageName: "en",
  projectTags: new Set(["en", "cs", "de-DE"]),
  mappedTags: new Map(),
  fileTag: null
}

describe("pairLanguage", () => {
  it.each([
    ["a name that is a tag", project, "en"],
    ["a name with an explanation", { ...project, languageName: "cs (Czech)" }, "cs"],
    ["the last segment of a path", { ...project, languageName: "locales/cs" }, "cs"],
    ["a name with a prefix is not recognised", { ...project, languageName: "messages_en" }, null],
    ["case matters", { ...project, languageName: "EN" }, null],
    ["an underscore stands for a hyphen", { ...project, languageName: "de_DE" }, "de-DE"],
    ["Android's folder of Hebrew", { ...project, projectTags: new Set(["he"]), languageName: "iw" }, "he"],
    [
      "a project with the former code of Hebrew",
      { ...project, projectTags: new Set(["iw"]), languageName: "he" },
      "iw"
    ],
    [
      "a mapping in Android's spelling",
      { ...project, projectTags: new Set(["zh-Hant"]), fileTag: "b+zh+Hant" },
      "zh-Hant"
    ],
    [
      "a mapping to a region in Android's spelling",
      { ...project, projectTags: new Set(["id-ID"]), fileTag: "in-rID" },
      "id-ID"
    ],
    ["a mapping by the former code", { ...project, languageName: "he", mappedTags: new Map([["iw", "cs"]]) }, "cs"],
    ["a mapping by name goes first", { ...project, mappedTags: new Map([["en", "cs"]]) }, "cs"],
    ["then the tag of the file's mapping", { ...project, fileTag: "cs" }, "cs"],
    [
      "the mapping by name wins over that of the file",
      { ...project, mappedTags: new Map([["en", "de-DE"]]), fileTag: "cs" },
      "de-DE"
    ],
    ["a mapping to an unknown tag falls back to the name", { ...project, fileTag: "fr" }, "en"],
    ["a name without letters", { ...project, languageName: "()" }, null]
  ] satisfies ReadonlyArray<[string, LanguagePairingFacts, string | null]>)("%s", (_, facts, tag) => {
    assert.strictEqual(pairLanguage(facts), tag)
  })
})

describe("fileTagFor", () => {
  const projectTags = new Set(["en", "cs"])

  it.each([
    ["counts for the only language of a file, whatever its name", ["en"], "cs"],
    ["counts where the project has none of the languages that the file names", ["fr", "unknown"], "cs"],
    ["does not put the source texts of a file with two languages into its target language", ["en", "cs"], null],
    ["does not count for a second language that the project lacks", ["en", "fr"], null]
  ] as const)("%s", (_, names, tag) => {
    assert.strictEqual(fileTagFor(names, "cs", projectTags), tag)
  })
})

describe("tagOfUnnamed", () => {
  it.each([
    ["the mapping's tag", ["en", "unknown"], "cs", null, "cs"],
    ["the only language to import that the file does not name", ["en", "unknown"], null, ["en", "cs"], "cs"],
    ["several are left", ["en", "unknown"], null, ["cs", "de"], null],
    ["no mapping", ["en", "unknown"], null, null, null]
  ] as const)("%s", (_, names, fileTag, tagsToImport, tag) => {
    assert.strictEqual(tagOfUnnamed(names, fileTag, tagsToImport), tag)
  })
})
