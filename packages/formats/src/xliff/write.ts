import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { forbiddenCharactersWarning, quoteXmlAttribute } from "../xml/escape-xml.ts"
import { type PrintedXml, printStoredContent, printTextContent } from "./print-content.ts"
import { writtenState } from "./target-state.ts"

/**
 * Writes XLIFF 1.2: one `file` with the base language as source and the language as target, one unit for each key. A
 * unit without a text has no target. Texts with elements are markup unless `escapeHtml` is set; any other text is
 * written so that reading gives back exactly the text: backslashes are not doubled, entities in it are text.
 * Source: docs/reference/import.md#writing-xliff.
 */
export const writeXliff: Writer = ({ languageTag, baseLanguageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const content = new LongText()
  content.add(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file datatype="plaintext" original="" source-language=${quoteXmlAttribute(baseLanguageTag)} target-language=${quoteXmlAttribute(languageTag)}>
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
`)
  for (const entry of entries) {
    const { xml, warning } = printUnit(entry, options)
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    content.add(xml)
  }
  content.add("    </body>\n  </file>\n</xliff>\n")
  return { kind: "file", content: content.finish(), warnings }
}

const printUnit = (entry: ExportedEntry, fileOptions: WriteOptions): PrintedXml => {
  const kept = keptWith(entry)
  const options = withKeptSpelling(fileOptions, kept)
  const { state, isApproved } = writtenState(entry, kept, "needs-review-translation")
  const source = printValue("source", entry.baseText ?? "", entry.isPlural, options)
  const targetTag = state === null ? "target" : (`target state="${state}"` as const)
  const target = entry.text === null ? nothing : printValue(targetTag, entry.text, entry.isPlural, options)
  const note = entry.description === null ? nothing : printElement("note", printTextContent(entry.description))
  return {
    xml: `      <trans-unit id=${quoteXmlAttribute(entry.keyName)}${isApproved ? ' approved="yes"' : ""}>\n${source.xml}${target.xml}${note.xml}      </trans-unit>\n`,
    warning: joinWarnings([target.warning, source.warning, note.warning, forbiddenCharactersWarning(entry.keyName)])
  }
}

const nothing: PrintedXml = { xml: "", warning: null }

const printValue = (tag: string, storedText: string, isPlural: boolean, options: WriteOptions): PrintedXml =>
  printElement(tag, printStoredContent(storedText, isPlural, options, null))

const printElement = (tag: string, content: PrintedXml): PrintedXml => ({
  xml: `        <${tag} xml:space="preserve"${content.xml === "" ? "/>" : `>${content.xml}</${tag.split(" ")[0]}>`}\n`,
  warning: content.warning
})

export const xliffExport: ExportFormat = {
  format: "XLIFF",
  extension: "xliff",
  mediaType: "application/x-xliff+xml",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writesBaseTexts: true,
  writesOutdated: true,
  write: writeXliff
}
