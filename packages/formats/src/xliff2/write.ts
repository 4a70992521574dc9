import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith, originalDataName } from "../format-data.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { type PrintedXml, printMarkupContent, printStoredContent, printTextContent } from "../xliff/print-content.ts"
import { forbiddenCharactersWarning, quoteXmlAttribute } from "../xml/escape-xml.ts"
import {
  isUnitId,
  joinNotes,
  notesCustomValue,
  stateName,
  subStateName,
  textPairsOf,
  unitIdCustomValue,
  unitIdOf
} from "./kept-values.ts"

/**
 * Writes XLIFF 2.0: the base language as source, the language as target, one unit with one segment for each key. Texts
 * with inline elements of XLIFF are markup unless `escapeHtml` is set, other elements are text.
 * Source: docs/formats.md#xliff-2.
 */
export const writeXliff2: Writer = ({ languageTag, baseLanguageTag, entries }, options) => {
  const warnings: Array<ExportWarning> = []
  const ids = unitIds(entries)
  const content = new LongText()
  content.add(`<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang=${quoteXmlAttribute(baseLanguageTag)} trgLang=${quoteXmlAttribute(languageTag)}>
  <file id="f1">
`)
  for (const [index, entry] of entries.entries()) {
    const { xml, warning } = printUnit(entry, ids[index] ?? "", options)
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    content.add(xml)
  }
  content.add("  </file>\n</xliff>\n")
  return { kind: "file", content: content.finish(), warnings }
}

/** One for each entry, no two alike: keys that are ids themselves go first, then those that a file had. */
const unitIds = (entries: ReadonlyArray<ExportedEntry>): ReadonlyArray<string> => {
  const keptOf = (entry: ExportedEntry) => {
    const kept = keptWith(entry)[unitIdCustomValue]
    return typeof kept === "string" && isUnitId(kept) ? kept : null
  }
  const used = new Set(entries.filter((entry) => keptOf(entry) === null).map(({ keyName }) => keyName))
  return entries.map((entry) => {
    const wanted = keptOf(entry) ?? unitIdOf(entry.keyName)
    let id = wanted
    for (let count = 2; used.has(id) && id !== entry.keyName; count++) id = `${wanted}_${count}`
    used.add(id)
    return id
  })
}

const printUnit = (entry: ExportedEntry, id: string, fileOptions: WriteOptions): PrintedXml => {
  const options = withKeptSpelling(fileOptions, keptWith(entry))
  const name = id === entry.keyName ? "" : ` name=${quoteXmlAttribute(entry.keyName)}`
  const source = printValue("source", entry.baseText ?? "", entry.isPlural, options)
  const target = entry.text === null ? nothing : printValue("target", entry.text, entry.isPlural, options)
  const segment = `<segment${printState(entry)}>`
  const notes = printList("notes", notesOf(entry).map(printNote))
  const data = printList("originalData", textPairsOf(keptWith(entry)[originalDataName]).map(printData))
  return {
    xml: `    <unit id=${quoteXmlAttribute(id)}${name}>\n${notes.xml}${data.xml}      ${segment}\n${source.xml}${target.xml}      </segment>\n    </unit>\n`,
    warning: joinWarnings([
      target.warning,
      source.warning,
      notes.warning,
      data.warning,
      forbiddenCharactersWarning(entry.keyName)
    ])
  }
}

const finishedStates: ReadonlyArray<unknown> = ["translated", "reviewed", "final"]

/** That of the file, unless the project says that the text needs work, or no longer does. */
const printState = (entry: ExportedEntry): string => {
  if (entry.text === null) return ""
  const { [stateName]: kept, [subStateName]: subState } = keptWith(entry)
  const state = entry.isOutdated ? "initial" : finishedStates.includes(kept) ? kept : "translated"
  const detail = typeof subState === "string" && state === kept ? ` subState=${quoteXmlAttribute(subState)}` : ""
  return ` state="${state}"${detail}`
}

const nothing: PrintedXml = { xml: "", warning: null }

const printList = (name: string, items: ReadonlyArray<PrintedXml>): PrintedXml =>
  items.length === 0
    ? nothing
    : {
        xml: `      <${name}>\n${items.map(({ xml }) => xml).join("")}      </${name}>\n`,
        warning: joinWarnings(items.map(({ warning }) => warning))
      }

interface Note {
  readonly text: string
  readonly attributes: ReadonlyArray<readonly [string, string]>
}

/** The notes of the file, unless the description was edited since. */
const notesOf = (entry: ExportedEntry): ReadonlyArray<Note> => {
  const { description } = entry
  const value = keptWith(entry)[notesCustomValue]
  const kept = (Array.isArray(value) ? value : []).flatMap((note): ReadonlyArray<Note> => {
    const [text, attributes] = Array.isArray(note) ? note : []
    return typeof text === "string" ? [{ text, attributes: textPairsOf(attributes) }] : []
  })
  if (joinNotes(kept.map(({ text }) => text)).trim() === (description ?? "")) return kept
  return description === null ? [] : [{ text: description, attributes: [] }]
}

const noteAttributes: ReadonlySet<string> = new Set(["id", "appliesTo", "category", "priority"])

const printNote = ({ text, attributes }: Note): PrintedXml => {
  const known = attributes.filter(([name]) => noteAttributes.has(name))
  return printElement(
    `note${known.map(([name, value]) => ` ${name}=${quoteXmlAttribute(value)}`).join("")}`,
    printTextContent(text)
  )
}

const printData = ([id, content]: readonly [string, string]): PrintedXml =>
  printElement(`data id=${quoteXmlAttribute(id)}`, printMarkupContent(content, inlineElements))

const printValue = (
  name: "source" | "target",
  storedText: string,
  isPlural: boolean,
  options: WriteOptions
): PrintedXml => printElement(name, printStoredContent(storedText, isPlural, options, inlineElements))

const printElement = (tag: string, content: PrintedXml): PrintedXml => {
  const name = tag.split(" ")[0] ?? tag
  return {
    xml: `        <${tag}${name === "note" ? "" : ' xml:space="preserve"'}${content.xml === "" ? "/>" : `>${content.xml}</${name}>`}\n`,
    warning: content.warning
  }
}

const inlineElements: ReadonlySet<string> = new Set(["cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em"])

export const xliff2Export: ExportFormat = {
  format: "XLIFF_2",
  extension: "xlf",
  mediaType: "application/xliff+xml",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writesBaseTexts: true,
  writesOutdated: true,
  write: writeXliff2
}
