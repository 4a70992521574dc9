import { assert, describe, it } from "vitest"
import { exportFormats, findExportFormat } from "./export-format.ts"
import { printFilePath } from "./file-structure-template.ts"
import { supportedExtensions } from "./registry.ts"
import { writeFormat } from "./testing/write-format.ts"
import { defaultWriteOptions, exportedFile } from "./testing/written-cases.ts"

describe("exportFormats", () => {
  it("are listed in the order of the API", () => {
    assert.deepStrictEqual(
      exportFormats.map(({ format }) => format),
      [
        ...["JSON", "JSON_TOLGEE", "XLIFF", "PO", "APPLE_STRINGS_STRINGSDICT", "APPLE_XLIFF"],
        ...["ANDROID_XML", "COMPOSE_XML"],
        ...["FLUTTER_ARB", "PROPERTIES", "YAML_RUBY", "YAML", "JSON_I18NEXT", "CSV", "RESX_ICU"],
        ...["XLSX", "APPLE_XCSTRINGS", "ANDROID_SDK", "APPLE_SDK", "XLIFF_2", "QT_TS", "FLUENT", "TMX"],
        ...["PHP_LARAVEL", "PHP_ARRAY", "JSON_WEBEXTENSION"]
      ]
    )
  })

  it("names that are none of a format find nothing", () => {
    assert.strictEqual(findExportFormat("PO")?.extension, "po")
    for (const name of ["po", "", "constructor", "__proto__"]) assert.isUndefined(findExportFormat(name))
  })

  it.each(exportFormats)("$format is written to a file that can be read again", (format) => {
    const { defaultFileStructureTemplate } = format
    const entries = [{ keyName: "a" }, { keyName: "b", isPlural: true, text: "{0, plural,\nother {x}\n}" }]
    const { files } = writeFormat(format, exportedFile(entries), defaultWriteOptions)
    assert.deepStrictEqual(
      files.map(({ extension }) => extension),
      format.extension === "" ? ["strings", "stringsdict"] : [format.extension]
    )
    for (const { extension } of files) {
      assert.include(supportedExtensions, extension)
      const path = printFilePath(defaultFileStructureTemplate, { namespace: "ns", languageTag: "cs", extension })
      assert.match(path, /^ns\/.*(?:(?<![a-z])cs\b|Localizable)|^cs\/ns\./)
      assert.isTrue(path.endsWith(`.${extension}`))
    }
    assert.lengthOf(writeFormat(format, exportedFile([]), defaultWriteOptions).files, format.extension === "" ? 0 : 1)
  })

  it.each(exportFormats)("$format spells placeholders as it says", (format) => {
    const file = exportedFile([{ text: "Hi {0}", baseText: "Hi {0}" }])
    const [icu, php] = (["ICU", "PHP_SPRINTF"] as const).map((messageFormat) =>
      writeFormat(format, file, { ...defaultWriteOptions, messageFormat })
    )
    assert.strictEqual(JSON.stringify(icu) !== JSON.stringify(php), format.usesMessageFormat)
  })
})
