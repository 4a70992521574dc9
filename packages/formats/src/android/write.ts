import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printPluralForms, printText } from "../placeholder/printing/print-message.ts"
import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"
import type { ExportFormat, WriteOptions, Writer } from "../writer.ts"
import { escapeXmlAttribute, forbiddenCharactersWarning, removeForbiddenCharacters } from "../xml/escape-xml.ts"
import { printXmlComment, xmlCommentWarning } from "../xml/print-comment.ts"
import type { AndroidFlavor } from "./android-text.ts"
import { printValue } from "./android-value.ts"
import { attributesName } from "./read.ts"
import { planResources, type Resource } from "./resource-names.ts"

/**
 * Writes string resources of Android: texts, plurals with all forms of the language, items `name[0]` as arrays. The
 * description is a comment above.
 * Source: docs/formats.md#android-and-compose.
 */
export const writeAndroid: Writer = (file, options) => writeResources(file, options, "android")

/** The same for Compose Multiplatform. */
export const writeCompose: Writer = (file, options) => writeResources(file, options, "compose")

const writeResources = (
  { languageTag, entries }: Parameters<Writer>[0],
  options: WriteOptions,
  flavor: AndroidFlavor
): ReturnType<Writer> => {
  const { resources, warnings: nameWarnings } = planResources(entries)
  const context: Context = {
    options: { ...options, messageFormat: "JAVA_STRING_FORMAT" },
    flavor,
    categories: categoriesOf(languageTag)
  }
  const warnings = new Map<string, PrintWarning | null>(nameWarnings)
  const printed = resources.map((resource) => {
    const { xml, warningOf } = printResource(resource, context)
    for (const [keyName, warning] of warningOf) {
      warnings.set(keyName, joinWarnings([warning, warnings.get(keyName) ?? null]))
    }
    return xml
  })
  const attributes = flavor === "android" ? ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"' : ""
  const content = `<?xml version="1.0" encoding="utf-8"?>\n<resources${attributes}>\n${printed.join("")}</resources>\n`
  const inOrder = entries.flatMap(({ keyName }): ReadonlyArray<ExportWarning> => {
    const warning = warnings.get(keyName) ?? null
    return warning === null ? [] : [{ ...warning, keyName }]
  })
  return { kind: "file", content, warnings: inOrder }
}

interface Context {
  readonly options: WriteOptions
  readonly flavor: AndroidFlavor
  /** Plural keywords of the language. */
  readonly categories: ReadonlySet<string>
}

const categoriesOf = (languageTag: string): ReadonlySet<string> =>
  new Set(pluralRulesOf(languageTag).resolvedOptions().pluralCategories)

interface PrintedResource {
  readonly xml: string
  readonly warningOf: ReadonlyArray<readonly [keyName: string, warning: PrintWarning | null]>
}

const indent = "    "

const printResource = (resource: Resource, context: Context): PrintedResource => {
  const { name, kind, entries } = resource
  const [first] = entries
  if (first === undefined) return { xml: "", warningOf: [] }
  const comment = printComment(first, indent)
  const tag = `${kind} name="${name}"${printAttributes(first)}`
  const results =
    kind === "plurals" ? [printForms(first, context)] : entries.map((entry) => printSingular(entry, context))
  const warningOf = entries.map((entry, index) => {
    const forbidden = forbiddenCharactersWarning(entry.description ?? "")
    return [
      entry.keyName,
      joinWarnings([results[index]?.warning ?? null, forbidden, xmlCommentWarning(entry.description ?? "")])
    ] as const
  })
  const values = results.flatMap((result) => result.values)
  if (kind === "string") return { xml: comment + indent + element(tag, kind, values[0]?.xml ?? ""), warningOf }
  const items = values.map(({ xml, quantity }, index) => {
    const ownComment =
      kind === "string-array" && index > 0 ? printComment(entries[index] ?? first, indent + indent) : ""
    const itemTag = quantity === null ? "item" : `item quantity="${quantity}"`
    return ownComment + indent + indent + element(itemTag, "item", xml)
  })
  const content = items.length === 0 ? "" : `\n${items.join("")}${indent}`
  return { xml: comment + indent + element(tag, kind, content), warningOf }
}

const element = (tag: string, name: string, content: string): string =>
  content === "" ? `<${tag}/>\n` : `<${tag}>${content}</${name}>\n`

interface PrintedTexts {
  readonly values: ReadonlyArray<{ readonly quantity: string | null; readonly xml: string }>
  readonly warning: PrintWarning | null
}

const printSingular = ({ text, isPlural, customValues }: ExportedEntry, { options, flavor }: Context): PrintedTexts => {
  const printed = printText(text ?? "", withKeptSpelling(options, customValues))
  const { xml, warning } = printValue(printed.text, customValues, flavor)
  const pluralWarning = isPlural && text !== null ? pluralInText : null
  return { values: [{ quantity: null, xml }], warning: joinWarnings([printed.warning, warning, pluralWarning]) }
}

/** A keyword of the language without a form gets that of `other`; forms that it has no keyword for are written, too. */
const printForms = (entry: ExportedEntry, context: Context): PrintedTexts => {
  const { text, customValues } = entry
  if (text === null) return { values: [], warning: null }
  const printed = printPluralForms(text, withKeptSpelling(context.options, customValues))
  if (printed === null) {
    const single = printSingular(entry, context)
    return { ...single, values: single.values.map(({ xml }) => ({ quantity: "other", xml })) }
  }
  const { forms } = printed
  const other = forms.get("other") ?? ""
  const warnings = [printed.warning]
  const values = pluralKeywords.flatMap((quantity) => {
    const form = forms.get(quantity)
    if (form === undefined && !context.categories.has(quantity)) return []
    const value = printValue(form || other, customValues, context.flavor)
    warnings.push(value.warning, form === "" && other !== "" ? emptyForm : null)
    return [{ quantity, xml: value.xml }]
  })
  return { values, warning: joinWarnings(warnings) }
}

const printAttributes = ({ customValues }: ExportedEntry): string => {
  const attributes = customValues[attributesName]
  if (attributes === null || typeof attributes !== "object" || Array.isArray(attributes)) return ""
  return Object.entries(attributes)
    .filter(([name, value]) => /^[a-z]{1,40}$/.test(name) && name !== "name" && typeof value === "string")
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(removeForbiddenCharacters(String(value)))}"`)
    .join("")
}

const printComment = ({ description }: ExportedEntry, indentation: string): string =>
  description === null ? "" : `${indentation}${printXmlComment(description)}\n`

const pluralInText: PrintWarning = {
  reason: "pluralText",
  sentence: "An item of an array has no plurals: the forms are written as one ICU message."
}

const emptyForm: PrintWarning = { reason: "emptyForm", sentence: "An empty form is written as the form other." }

const fileStructureTemplate = "{namespace}/values-{androidLanguageTag}/strings.{extension}"

export const androidExport: ExportFormat = {
  format: "ANDROID_XML",
  extension: "xml",
  mediaType: "application/xml",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: false,
  write: writeAndroid
}

export const composeExport: ExportFormat = {
  format: "COMPOSE_XML",
  extension: "xml",
  mediaType: "application/xml",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: false,
  write: writeCompose
}
