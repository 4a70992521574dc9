import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith, literalName, percentSignsName } from "../format-data.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { LongText } from "../long-text.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { type PrintOptions, printPluralText, printText } from "../placeholder/printing/print-message.ts"
import { defaultFileStructureTemplate, type ExportFormat, type Writer } from "../writer.ts"

/**
 * Writes Java properties in UTF-8: the description as a comment, then `key = text`. A plural is one ICU message.
 * Source: docs/formats.md#properties.
 */
export const writeProperties: Writer = ({ entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const content = new LongText()
  for (const entry of entries) {
    const { keyName, description, text, isPlural } = entry
    const kept = keptWith(entry)
    const printOptions = withKeptSpelling(options, kept)
    const printed = isPlural
      ? printPluralText(text ?? "", printOptions)
      : printText(text ?? "", isLiteral(text ?? "", kept) ? asText(printOptions) : printOptions)
    if (printed.warning !== null) warnings.push({ ...printed.warning, keyName })
    const end = printed.text === "" ? "" : ` ${escapeText(printed.text)}`
    content.add(`${printComment(description)}${escapeKey(keyName)} =${end}\n`)
  }
  return { kind: "file", content: content.finish(), warnings }
}

/** False when the texts of another file of the key are format strings, or a placeholder was written into the text since. */
const isLiteral = (text: string, kept: ReturnType<typeof keptWith>): boolean => {
  if (kept[literalName] !== true || kept[percentSignsName] !== undefined) return false
  const parsed = parseMessage(text)
  return parsed.kind === "message" && parsed.nodes.every(({ kind }) => kind === "literal")
}

const asText = (options: PrintOptions): PrintOptions => ({ ...options, hasPlaceholders: false })

const printComment = (description: ExportedEntry["description"]): string =>
  description === null
    ? ""
    : description
        .split(/\r\n|\r|\n/)
        .map((line) => `${`# ${line}`.trimEnd()}\n`)
        .join("")

const escapeControls = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replaceAll("\f", "\\f")

const escapeKey = (name: string): string => escapeControls(name).replace(/[ =:]|^[#!]/g, (sign) => `\\${sign}`)

/** Blanks at the start would belong to the separator. */
const escapeText = (text: string): string => escapeControls(text).replace(/^ /, "\\ ")

export const propertiesExport: ExportFormat = {
  format: "PROPERTIES",
  extension: "properties",
  mediaType: "text/plain",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  write: writeProperties
}
