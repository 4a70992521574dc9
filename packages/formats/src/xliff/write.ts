import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printPluralText, printText } from "../placeholder/printing/print-message.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import {
  escapeXmlAttribute,
  escapeXmlText,
  forbiddenCharactersWarning,
  keepCarriageReturns,
  removeForbiddenCharacters
} from "../xml/escape-xml.ts"
import { printXmlFragment } from "./xml-fragment.ts"

/**
 * Writes XLIFF 1.2: one `file` with the base language as source and the language as target, one unit for each key. A
 * unit without a text has no target. Texts with elements are markup unless `escapeHtml` is set; any other text is
 * written so that reading gives back exactly the text: backslashes are not doubled, entities in it are text.
 * Source: docs/reference/import.md#writing-xliff.
 */
export const writeXliff: Writer = ({ languageTag, baseLanguageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const units = entries.map((entry) => {
    const { xml, warning } = printUnit(entry, options)
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    return xml
  })
  const content = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file datatype="plaintext" original="" source-language=${quote(baseLanguageTag)} target-language=${quote(languageTag)}>
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
${units.join("")}    </body>
  </file>
</xliff>
`
  return { kind: "file", content, warnings }
}

interface PrintedXml {
  readonly xml: string
  readonly warning: PrintWarning | null
}

const printUnit = (entry: ExportedEntry, fileOptions: WriteOptions): PrintedXml => {
  const options = withKeptSpelling(fileOptions, entry.customValues)
  const source = printValue("source", entry.baseText ?? "", entry.isPlural, options)
  const target = entry.text === null ? nothing : printValue("target", entry.text, entry.isPlural, options)
  const note = entry.description === null ? nothing : printElement("note", entry.description, false)
  return {
    xml: `      <trans-unit id=${quote(entry.keyName)}>\n${source.xml}${target.xml}${note.xml}      </trans-unit>\n`,
    warning: joinWarnings([target.warning, source.warning, note.warning, forbiddenCharactersWarning(entry.keyName)])
  }
}

const nothing: PrintedXml = { xml: "", warning: null }

const printValue = (
  name: "source" | "target",
  storedText: string,
  isPlural: boolean,
  options: WriteOptions
): PrintedXml => {
  const printed = isPlural ? printPluralText(storedText, options) : printText(storedText, options)
  const element = printElement(name, printed.text, !options.escapeHtml)
  return { xml: element.xml, warning: joinWarnings([printed.warning, element.warning]) }
}

const printElement = (name: string, text: string, canHoldMarkup: boolean): PrintedXml => {
  const storable = removeForbiddenCharacters(text)
  const fragment = canHoldMarkup ? printXmlFragment(storable) : null
  const content = fragment ?? keepCarriageReturns(escapeXmlText(storable))
  const end = content === "" ? "/>" : `>${content}</${name}>`
  return {
    xml: `        <${name} xml:space="preserve"${end}\n`,
    warning: joinWarnings([
      forbiddenCharactersWarning(text),
      fragment === null || fragment === keepCarriageReturns(storable) ? null : otherSpelling
    ])
  }
}

const quote = (value: string): string => `"${escapeXmlAttribute(removeForbiddenCharacters(value))}"`

const otherSpelling: PrintWarning = {
  reason: "markup",
  sentence: "The elements in the text are written as XML: an import spells them in XML's usual way."
}

export const xliffExport: ExportFormat = {
  format: "XLIFF",
  extension: "xliff",
  mediaType: "application/x-xliff+xml",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writesBaseTexts: true,
  write: writeXliff
}
