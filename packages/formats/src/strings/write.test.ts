import { assert, describe, it } from "vitest"
import type { ExportedEntry, ExportedFile } from "../exported-file.ts"
import { defaultReadOptions } from "../reader.ts"
import { readTranslationFile } from "../registry.ts"
import { assertRoundTrip } from "../testing/round-trip.ts"
import { defaultWriteOptions, exportedFile, summarizeWarnings } from "../testing/written-cases.ts"
import type { WriteOptions } from "../writer.ts"
import { writeAppleStrings } from "./write.ts"

const write = (entries: ReadonlyArray<Partial<ExportedEntry>>) => {
  const result = writeAppleStrings(exportedFile(entries), defaultWriteOptions)
  if (result.kind !== "files") return assert.fail(result.kind)
  const contents = Object.fromEntries(result.files.map(({ extension, content }) => [extension, content]))
  return { contents, warnings: summarizeWarnings(result.warnings) }
}

/** Writes the given file alone. */
const only = (extension: string) => (file: ExportedFile, options: WriteOptions) => {
  const result = writeAppleStrings(file, options)
  if (result.kind !== "files") return result
  const { content = "" } = result.files.find((one) => one.extension === extension) ?? {}
  return { kind: "file", content, warnings: result.warnings } as const
}

const parts = [..." \n\r\t<>&;=\"'aé\\/", "*/", "//", "\\n", "\\U0041", "\u2028", "\u{1f600}"]

describe("writing strings and stringsdict", () => {
  it("texts stand in the strings file, descriptions above them", () => {
    const { contents, warnings } = write([
      { keyName: "a", text: 'Hi {0},\n"{1, number}" \\', description: "Above the harbour" },
      { keyName: "b", description: "not the */ end" },
      { keyName: "discount", text: "50%" },
      { keyName: "discount as read", text: "50%", customValues: { _percentSigns: "single" } },
      { keyName: "named", text: "Hi {name}" }
    ])
    const lines = [
      "/* Above the harbour */",
      String.raw`"a" = "Hi %@,\n\"%lld\" \\";`,
      "",
      "/* not the * / end */",
      '"b" = "";',
      "",
      '"discount" = "50%%";',
      "",
      '"discount as read" = "50%";',
      "",
      '"named" = "Hi %@";',
      ""
    ]
    assert.deepStrictEqual(contents, { strings: lines.join("\n") })
    assert.deepStrictEqual(warnings, ["b: description", "named: argumentName"])
  })

  it("plurals stand in the stringsdict file, with the type of number that they have", () => {
    const { contents, warnings } = write([
      { keyName: "exact", isPlural: true, text: "{0, plural,\n=0 {no}\nother {#}\n}" },
      { keyName: "none", isPlural: true },
      {
        keyName: "ships",
        isPlural: true,
        description: "of <all> types",
        text: "{0, plural,\none {%d & one}\nother {%d ships}\n}"
      },
      { keyName: "tides", isPlural: true, description: "ebb -- flow", text: "{0, plural,\nother {tides}\n}" }
    ])
    const entry = (key: string, type: string, forms: ReadonlyArray<readonly [keyword: string, text: string]>) =>
      `  <key>${key}</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@format@</string>
    <key>format</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>${type}</string>
${forms.map(([keyword, text]) => `      <key>${keyword}</key>\n      <string>${text}</string>\n`).join("")}    </dict>
  </dict>
`
    const expected = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entry("exact", "lld", [["other", "%lld"]])}${entry("none", "lld", [["other", ""]])}  <!-- of <all> types -->
${entry("ships", "d", [
  ["one", "%d &amp; one"],
  ["other", "%d ships"]
])}  <!-- ebb - - flow -->
${entry("tides", "lld", [["other", "tides"]])}</dict>
</plist>
`
    assert.deepStrictEqual(contents, { stringsdict: expected })
    assert.deepStrictEqual(warnings, ["exact: exactForm", "ships: keptPlaceholder", "tides: description"])
  })

  it("read again every key, text and description is the same", () => {
    assertRoundTrip({
      seed: 83,
      parts,
      path: "en.lproj/Localizable.strings",
      format: "STRINGS",
      icuPlaceholders: false,
      write: only("strings"),
      read: readTranslationFile
    })
  })

  it("plurals that are read again are the same", () => {
    const entries = parts.map((part, index) => ({
      keyName: `${part}${index}`,
      isPlural: true,
      description: index % 2 === 0 ? `d${index}\n\nsecond` : null,
      text: `{0, plural,\none {a${part}b}\nother {#${part}c}\n}`
    }))
    const result = only("stringsdict")(exportedFile(entries), defaultWriteOptions)
    const content = result.kind === "file" ? result.content : ""
    const options = { ...defaultReadOptions, path: "en.lproj/Localizable.stringsdict" }
    const file = readTranslationFile(new TextEncoder().encode(content), options)
    if (file.kind !== "file") assert.fail(file.message)
    assert.deepStrictEqual(
      file.translations.map(({ keyName, text }) => [keyName, text]),
      entries.map(({ keyName, text }) => [keyName, text])
    )
    for (const { keyName, description } of entries) {
      assert.strictEqual(file.keys.get(keyName)?.description, description, keyName)
    }
  })

  it("a plural that was edited keeps the name and the type of its variable, and what is around it", () => {
    const entry = (format: string, holdsAround: boolean) => ({
      keyName: "k",
      isPlural: true,
      text: "{0, plural,\none {neu}\nother {neue}\n}",
      formatData: {
        _stringsdictEntry: {
          format,
          shownVariable: "elements",
          holdsAround,
          variables: [
            ["elements", "lu", [["other", "%lu old"]]],
            ["lists", "d", [["other", "%d lists"]]]
          ]
        }
      }
    })
    const written = (one: Partial<ExportedEntry>) =>
      [...(write([one]).contents["stringsdict"] ?? "").matchAll(/<(?:key|string)>(.*)<\//g)].map(([, text]) => text)
    const elements = ["NSStringFormatSpecTypeKey", "NSStringPluralRuleType", "NSStringFormatValueTypeKey", "lu"]
    const forms = ["one", "neu", "other", "neue"]
    const list = ["lists", ...elements.slice(0, 3), "d", "other", "%d lists"]
    assert.deepStrictEqual(written(entry("%@ %#@elements@ %#@lists@", false)), [
      ...["k", "NSStringLocalizedFormatKey", "%@ %#@elements@ %#@lists@", "elements"],
      ...elements,
      ...forms,
      ...list
    ])
    assert.deepStrictEqual(written(entry("In %#@elements@", true)), [
      ...["k", "NSStringLocalizedFormatKey", "%#@elements@", "elements"],
      ...elements,
      ...forms
    ])
  })
})
