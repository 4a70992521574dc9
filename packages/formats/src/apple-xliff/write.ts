import { printApplePlural } from "../apple/print-plural.ts"
import type { ExportedEntry, ExportedFile, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printText } from "../placeholder/printing/print-message.ts"
import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { printTextContent } from "../xliff/print-content.ts"
import { type TargetState, writtenState } from "../xliff/target-state.ts"
import { forbiddenCharactersWarning, quoteXmlAttribute } from "../xml/escape-xml.ts"
import { isStringsdict, layoutNames, parseUnitId, printDefinitionId, printFormId } from "./unit-id.ts"

/**
 * Writes XLIFF for Apple's tools: a `file` for each strings file, stringsdict or string catalog that the keys came from, else
 * for the table of the namespace. A plural has a unit for each form of the language.
 * Source: docs/formats.md#apple-xliff.
 */
export const writeAppleXliff: Writer = (file, writeOptions) => {
  const warnings: Array<ExportWarning> = []
  const unitsByOriginal = new Map<string, Array<string>>()
  for (const entry of file.entries) {
    const options = withKeptSpelling({ ...writeOptions, messageFormat: "APPLE_SPRINTF" }, keptWith(entry))
    const state = writtenState(entry, keptWith(entry), "needs-review-l10n")
    const { units, warning } = entry.isPlural ? printPlural(entry, file, options) : printSingular(entry, file, options)
    for (const { original, ...unit } of units) {
      const printed = unitsByOriginal.get(original) ?? []
      unitsByOriginal.set(original, printed)
      printed.push(printUnit(unit, entry.description, state))
    }
    const texts = [entry.keyName, entry.description ?? "", ...units.flatMap((unit) => [unit.source, unit.target ?? ""])]
    const joined = joinWarnings([warning, ...texts.map(forbiddenCharactersWarning)])
    if (joined !== null) warnings.push({ ...joined, keyName: entry.keyName })
  }
  const languages = `source-language=${quoteXmlAttribute(file.baseLanguageTag)} target-language=${quoteXmlAttribute(file.languageTag)}`
  const files = [...unitsByOriginal].map(
    ([original, units]) => `  <file original=${quoteXmlAttribute(original)} ${languages} datatype="plaintext">
    <header>
      <tool tool-id="dragoman" tool-name="Dragoman"/>
    </header>
    <body>
${units.join("")}    </body>
  </file>
`
  )
  const content = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
${files.join("")}</xliff>
`
  return { kind: "file", content, warnings }
}

interface Unit {
  readonly original: string
  readonly id: string
  readonly source: string
  /** Null = no target. */
  readonly target: string | null
}

interface PrintedUnits {
  readonly units: ReadonlyArray<Unit>
  readonly warning: PrintWarning | null
}

const printSingular = (entry: ExportedEntry, file: ExportedFile, options: WriteOptions): PrintedUnits => {
  const source = printText(entry.baseText ?? "", options)
  const target = entry.text === null ? null : printText(entry.text, options)
  const original = customText(entry, layoutNames.original)
  const fitting = original === null || isStringsdict(original) ? defaultOriginal(file, "strings") : original
  const unit = { original: fitting, id: entry.keyName, source: source.text, target: target?.text ?? null }
  const isForm = parseUnitId(entry.keyName, fitting).kind !== "text"
  return { units: [unit], warning: joinWarnings([target?.warning ?? null, source.warning, isForm ? readAsForm : null]) }
}

const printPlural = (entry: ExportedEntry, file: ExportedFile, options: WriteOptions): PrintedUnits => {
  const source = printApplePlural(entry.baseText ?? "", options)
  const target = entry.text === null ? null : printApplePlural(entry.text, options)
  const kept = customText(entry, layoutNames.original)
  const original = kept === null || kept.endsWith(".strings") ? defaultOriginal(file, "stringsdict") : kept
  const property = isStringsdict(original) ? (customText(entry, layoutNames.property) ?? defaultProperty) : null
  const categories = new Set<string>(pluralRulesOf(file.languageTag).resolvedOptions().pluralCategories)
  // Translators get all forms of the language; a translated text has those that it has.
  const keywords = pluralKeywords.filter((keyword) =>
    target === null ? categories.has(keyword) || source.forms.has(keyword) : target.forms.has(keyword)
  )
  const units: Array<Unit> = keywords.map((keyword) => ({
    original,
    id: printFormId(entry.keyName, keyword, property),
    source: formFor(source.forms, keyword),
    target: target === null ? null : formFor(target.forms, keyword)
  }))
  if (property !== null) {
    const format = `%#@${property}@`
    const definition = { original, id: printDefinitionId(entry.keyName), source: format }
    units.unshift({ ...definition, target: target === null ? null : format })
  }
  const stringsOriginal = customText(entry, layoutNames.stringsOriginal)
  if (stringsOriginal !== null && stringsOriginal !== original) {
    const other = { source: formFor(source.forms, "other"), target: target && formFor(target.forms, "other") }
    units.push({ original: stringsOriginal, id: entry.keyName, ...other })
  }
  const hasEmptyForm = [...(target?.forms.values() ?? [])].includes("") && formFor(target?.forms, "other") !== ""
  return { units, warning: joinWarnings([target?.warning ?? null, source.warning, hasEmptyForm ? emptyForm : null]) }
}

const defaultProperty = "format"

/** A form that is missing or empty has the text of `other`. */
const formFor = (forms: ReadonlyMap<string, string> | undefined, keyword: string): string =>
  forms?.get(keyword) || (forms?.get("other") ?? "")

const customText = (entry: ExportedEntry, name: string): string | null => {
  const kept = keptWith(entry)
  const value = Object.hasOwn(kept, name) ? kept[name] : null
  return typeof value === "string" && value.trim() !== "" ? value : null
}

const defaultOriginal = ({ namespace = "" }: ExportedFile, extension: string): string =>
  `${namespace === "" ? "Localizable" : namespace}.${extension}`

const printUnit = (
  { id, source, target }: Omit<Unit, "original">,
  description: string | null,
  { state, isApproved }: TargetState
): string => {
  const elements = [
    printElement("source", source),
    target === null ? "" : printElement("target", target, state === null ? "" : ` state="${state}"`),
    description === null ? "" : printElement("note", description)
  ]
  const approved = isApproved ? ' approved="yes"' : ""
  return `      <trans-unit id=${quoteXmlAttribute(id)}${approved} xml:space="preserve">\n${elements.join("")}      </trans-unit>\n`
}

const printElement = (name: string, text: string, attributes = ""): string => {
  const content = printTextContent(text).xml
  return `        <${name}${attributes}${content === "" ? "/>" : `>${content}</${name}>`}\n`
}

const readAsForm: PrintWarning = {
  reason: "separateForms",
  sentence: "An import of the file takes the text for a form of a plural."
}

const emptyForm: PrintWarning = { reason: "emptyForm", sentence: "An empty form is written as the form other." }

export const appleXliffExport: ExportFormat = {
  format: "APPLE_XLIFF",
  extension: "xliff",
  mediaType: "application/x-xliff+xml",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  writesBaseTexts: true,
  writesOutdated: true,
  write: writeAppleXliff
}
