import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printText } from "../placeholder/printing/print-message.ts"
import { printStringsdict } from "../stringsdict/write.ts"
import type { ExportFormat, WriteOptions, Writer } from "../writer.ts"

/**
 * Writes a strings file for texts and a stringsdict file for plurals; one without keys is not written.
 * Source: docs/formats.md#apple-strings-and-stringsdict.
 */
export const writeAppleStrings: Writer = ({ entries }, writeOptions) => {
  const options: WriteOptions = { ...writeOptions, messageFormat: "APPLE_SPRINTF" }
  const singulars = entries.filter(({ isPlural }) => !isPlural)
  const plurals = entries.filter(({ isPlural }) => isPlural)
  const strings = printStrings(singulars, options)
  const stringsdict = printStringsdict(plurals, options)
  const warnings = new Map([...strings.warnings, ...stringsdict.warnings].map((warning) => [warning.keyName, warning]))
  return {
    kind: "files",
    files: [
      ...(singulars.length === 0 ? [] : [{ extension: "strings", content: strings.content }]),
      ...(plurals.length === 0 ? [] : [{ extension: "stringsdict", content: stringsdict.content }])
    ],
    warnings: entries.flatMap(({ keyName }) => warnings.get(keyName) ?? [])
  }
}

const printStrings = (entries: ReadonlyArray<ExportedEntry>, options: WriteOptions) => {
  const warnings: Array<ExportWarning> = []
  const content = new LongText()
  let start = ""
  for (const entry of entries) {
    const { keyName, description, text } = entry
    const printed = printText(text ?? "", withKeptSpelling(options, keptWith(entry)))
    const warning = joinWarnings([printed.warning, description?.includes("*/") ? commentEnd : null])
    if (warning !== null) warnings.push({ ...warning, keyName })
    const comment = description === null ? "" : `/* ${description.replaceAll("*/", "* /")} */\n`
    content.add(`${start}${comment}"${escapeText(keyName)}" = "${escapeText(printed.text)}";\n`)
    // A comment belongs to the pair behind it, whatever is above.
    start = "\n"
  }
  return { content: content.finish(), warnings }
}

const escapeText = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")

const commentEnd: PrintWarning = {
  reason: "description",
  sentence: "A comment cannot hold an asterisk with a slash behind it: a space stands between them."
}

export const appleStringsExport: ExportFormat = {
  format: "APPLE_STRINGS_STRINGSDICT",
  extension: "",
  mediaType: "",
  defaultFileStructureTemplate: "{namespace}/{languageTag}.lproj/Localizable.{extension}",
  usesMessageFormat: false,
  write: writeAppleStrings
}
