import { assert, describe, it } from "vitest"
import { type FilePathParts, missingPlaceholders, printFilePath } from "./file-structure-template.ts"
import { randomText, seededRandom } from "./testing/seeded-random.ts"
import type { ExportFormat } from "./writer.ts"

const defaultTemplate = "{namespace}/{languageTag}.{extension}"

const parts: FilePathParts = { namespace: "", languageTag: "cs-CZ", extension: "json" }

describe("printFilePath", () => {
  it.each([
    ["the default namespace has no folder", defaultTemplate, parts, "cs-CZ.json"],
    ["a namespace is a folder", defaultTemplate, { ...parts, namespace: "home" }, "home/cs-CZ.json"],
    ["a namespace may be several folders", defaultTemplate, { ...parts, namespace: "a/b" }, "a/b/cs-CZ.json"],
    ["Android's tags", "values-{androidLanguageTag}/strings.xml", parts, "values-cs-rCZ/strings.xml"],
    ["Android's tag of a language", "{androidLanguageTag}", { ...parts, languageTag: "cs" }, "cs"],
    ["Android's tag of a region by number", "{androidLanguageTag}", { ...parts, languageTag: "es-419" }, "es-r419"],
    ["Android's tag with a script", "{androidLanguageTag}", { ...parts, languageTag: "zh-Hans-CN" }, "b+zh+Hans+CN"],
    ["Android's tag with a script alone", "{androidLanguageTag}", { ...parts, languageTag: "zh-Hant" }, "b+zh+Hant"],
    ["Android's code of Hebrew", "{androidLanguageTag}", { ...parts, languageTag: "he" }, "iw"],
    ["Android's code of Indonesian", "{androidLanguageTag}", { ...parts, languageTag: "id-ID" }, "in-rID"],
    ["Android's code of Yiddish", "{androidLanguageTag}", { ...parts, languageTag: "yi" }, "ji"],
    ["tags with underscores", "app_{snakeLanguageTag}.arb", parts, "app_cs_CZ.arb"],
    ["a name that is only an extension", "{languageTag}/{namespace}/.{extension}", parts, "cs-CZ.json"],
    [
      "a folder in front of an extension",
      "{languageTag}/{namespace}/.{extension}",
      { ...parts, namespace: "hello" },
      "cs-CZ/hello.json"
    ],
    ["there are no drives", "a/../C:{languageTag}.{extension}", parts, "C_cs-CZ.json"],
    ["a colon elsewhere stays", "ab:c/{languageTag}", { ...parts, languageTag: "d:e" }, "ab:c/d:e"],
    ["control characters are no part of a name", "a\r\nX: {languageTag}\u007f", parts, "a__X: cs-CZ_"],
    ["slashes come alone", "//a///{languageTag}", parts, "a/cs-CZ"],
    ["an absolute path becomes a relative one", "/{languageTag}", parts, "cs-CZ"],
    ["nothing is above the root", "../../a/./../{languageTag}", parts, "cs-CZ"],
    ["a namespace cannot leave its folder", defaultTemplate, { ...parts, namespace: "..\\..\\x" }, "x/cs-CZ.json"],
    [
      "a value is no template",
      defaultTemplate,
      { ...parts, namespace: "{languageTag}$&" },
      "{languageTag}$&/cs-CZ.json"
    ],
    ["an unknown placeholder stays", "{language}/{languageTag}", parts, "{language}/cs-CZ"],
    ["a placeholder may come twice", "{languageTag}/{languageTag}", parts, "cs-CZ/cs-CZ"],
    ["a path of nothing has a name all the same", "{languageTag}", { ...parts, languageTag: ".." }, "_"]
  ])("%s", (_, template, names, expected) => {
    assert.strictEqual(printFilePath(template, names), expected)
  })

  it("is relative and stays below its root, whatever the template and its values are", () => {
    const random = seededRandom(51)
    const parts = [..."./\\a{}", "..", "{namespace}", "{languageTag}", "{extension}"]
    for (let round = 0; round < 3_000; round++) {
      const [namespace, languageTag] = [randomText(random, parts, 5), randomText(random, parts, 5)]
      const path = printFilePath(randomText(random, parts, 8), { namespace, languageTag, extension: "po" })
      assert.isFalse(path.split("/").some((segment) => ["", ".", ".."].includes(segment)) || path.includes("\\"), path)
    }
  })
})

describe("printFilePath, however long its parts are,", () => {
  const long = "名".repeat(100)

  it.each([
    ["cuts a name to 240 bytes, and leaves its extension", "{namespace}.{extension}", `${"名".repeat(78)}.json`],
    ["cuts the name of a folder", "{namespace}/a.{extension}", `${"名".repeat(80)}/a.json`],
    ["leaves folders in front out", `${"{namespace}/".repeat(10)}a`, `${`${"名".repeat(80)}/`.repeat(4)}a`],
    ["does not take a long end for an extension", `a.${"{namespace}".repeat(3)}`, `a.${"名".repeat(79)}`]
  ])("%s", (_, template, expected) => {
    assert.strictEqual(printFilePath(template, { namespace: long, languageTag: "en", extension: "json" }), expected)
  })

  it("halves no character", () => {
    const path = printFilePath("{namespace}", { namespace: "👋".repeat(100), languageTag: "en", extension: "json" })
    assert.strictEqual(path, "👋".repeat(60))
  })
})

const facts = { format: "X", extension: "x", mediaType: "", defaultFileStructureTemplate: "", usesMessageFormat: true }
const singleFile: ExportFormat = { ...facts, write: () => ({ kind: "file", content: "", warnings: [] }) }
const chunk = { content: "", warnings: [] }

describe("missingPlaceholders", () => {
  const languagePlaceholders = ["LANGUAGE_TAG", "ANDROID_LANGUAGE_TAG", "SNAKE_LANGUAGE_TAG"]

  it.each([
    ["nothing is missing in the default", defaultTemplate, true, []],
    ["one placeholder of the language is enough", "{snakeLanguageTag}", false, []],
    ["any of the three could stand for the language", "{namespace}.{extension}", true, languagePlaceholders],
    ["the language is named first", "x", true, languagePlaceholders],
    ["a namespace where there are several", "{languageTag}.{extension}", true, ["NAMESPACE"]],
    ["one namespace needs no placeholder", "{languageTag}.{extension}", false, []],
    ["the extension may be written out", "{namespace}/{languageTag}.txt", true, []],
    ["the spelling is exact", "{LanguageTag} { languageTag }", false, languagePlaceholders]
  ])("%s", (_, template, hasSeveralNamespaces, expected) => {
    assert.deepStrictEqual(
      missingPlaceholders(template, singleFile, hasSeveralNamespaces),
      expected as ReturnType<typeof missingPlaceholders>
    )
  })

  it("a file with several languages needs no placeholder for them", () => {
    const tables: ExportFormat = { ...facts, writeLanguages: () => ({ add: () => chunk, end: () => chunk }) }
    assert.deepStrictEqual(missingPlaceholders("{namespace}.csv", tables, true), [])
    assert.deepStrictEqual(missingPlaceholders("all.csv", tables, true), ["NAMESPACE"])
    assert.deepStrictEqual(missingPlaceholders("all.csv", tables, false), [])
  })

  it("files that differ in their extensions need the placeholder for it", () => {
    const pairs: ExportFormat = { ...singleFile, extension: "" }
    assert.deepStrictEqual(missingPlaceholders("{languageTag}", pairs, true), ["EXTENSION"])
    assert.deepStrictEqual(missingPlaceholders("{languageTag}.{extension}", pairs, false), [])
  })
})
