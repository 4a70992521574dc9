import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { printPluralText, printText } from "../placeholder/printing/print-message.ts"
import { defaultFileStructureTemplate, type ExportFormat, type Writer } from "../writer.ts"
import {
  escapeXmlText,
  forbiddenCharactersWarning,
  keepCarriageReturns,
  quoteXmlAttribute,
  removeForbiddenCharacters
} from "../xml/escape-xml.ts"

/**
 * Writes a resource file of .NET: the texts as ICU messages, the description as comment. A key without a text has no
 * `value`.
 * Source: docs/formats.md#resx.
 */
export const writeResx: Writer = ({ entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const icu = { ...options, messageFormat: "ICU" } as const
  const content = new LongText()
  content.add('<?xml version="1.0" encoding="utf-8"?>\n<root>\n')
  for (const [name, value] of fileHeaders) {
    content.add(`  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`)
  }
  for (const entry of entries) {
    const print = entry.isPlural ? printPluralText : printText
    const printed = entry.text === null ? null : print(entry.text, icu)
    const warning = joinWarnings([printed?.warning ?? null, forbiddenCharactersOf(entry)])
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    const name = quoteXmlAttribute(entry.keyName)
    const parts = printElement("value", printed?.text ?? null) + printElement("comment", entry.description)
    content.add(`  <data name=${name} xml:space="preserve">\n${parts}  </data>\n`)
  }
  content.add("</root>\n")
  return { kind: "file", content: content.finish(), warnings }
}

const assembly = (type: string): string =>
  `System.Resources.${type}, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089`

/** Required by readers of .NET. */
const fileHeaders = [
  ["resmimetype", "text/microsoft-resx"],
  ["version", "2.0"],
  ["reader", assembly("ResXResourceReader")],
  ["writer", assembly("ResXResourceWriter")]
] as const

const printElement = (name: string, text: string | null): string => {
  if (text === null) return ""
  return `    <${name}>${keepCarriageReturns(escapeXmlText(removeForbiddenCharacters(text)))}</${name}>\n`
}

const forbiddenCharactersOf = ({ keyName, text, description }: ExportedEntry): PrintWarning | null =>
  joinWarnings([keyName, text ?? "", description ?? ""].map(forbiddenCharactersWarning))

export const resxExport: ExportFormat = {
  format: "RESX_ICU",
  extension: "resx",
  mediaType: "text/microsoft-resx",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  write: writeResx
}
