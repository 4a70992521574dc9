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
    categories: categoriesOf(languageTag),
    warnings: new Map(nameWarnings)
  }
  const printed = resources.map((resource) => printResource(resource, context))
  const attributes = flavor === "android" ? ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"' : ""
  const content = `<?xml version="1.0" encoding="utf-8"?>\n<resources${attributes}>\n${printed.join("")}</resources>\n`
  const inOrder: Array<ExportWarning> = []
  if (context.warnings.size > 0) {
    for (const { keyName } of entries) {
      const warning = context.warnings.get(keyName)
      if (warning !== undefined) inOrder.push({ ...warning, keyName })
    }
  }
  return { kind: "file", content, warnings: inOrder }
}

interface Context {
  readonly options: WriteOptions
  readonly flavor: AndroidFlavor
  /** Plural keywords of the language. */
  readonly categories: ReadonlySet<string>
  /** By the name of the key. */
  readonly warnings: Map<string, PrintWarning>
}

const warn = ({ warnings }: Context, keyName: string, found: ReadonlyArray<PrintWarning | null>): void => {
  const warning = joinWarnings(found)
  if (warning !== null) warnings.set(keyName, joinWarnings([warning, warnings.get(keyName) ?? null]) ?? warning)
}

const categoriesOf = (languageTag: string): ReadonlySet<string> =>
  new Set(pluralRulesOf(languageTag).resolvedOptions().pluralCategories)

const indent = "    "

const printResource = ({ name, kind, entries }: Resource, context: Context): string => {
  const [first] = entries
  if (first === undefined) return ""
  const start = printComment(first, indent) + indent
  const tag = `${kind} name="${name}"${printAttributes(first)}`
  if (kind === "string") {
    const { values, warning } = printSingular(first, context)
    warnOfDescription(first, warning, context)
    return start + element(tag, kind, values[0]?.xml ?? "")
  }
  if (kind === "plurals") {
    const { values, warning } = printForms(first, context)
    warnOfDescription(first, warning, context)
    const items = values.map(
      ({ xml, quantity }) => indent + indent + element(`item quantity="${quantity}"`, "item", xml)
    )
    return start + element(tag, kind, printItems(items))
  }
  const items = entries.map((entry, index) => {
    const { values, warning } = printSingular(entry, context)
    warnOfDescription(entry, warning, context)
    const ownComment = index > 0 ? printComment(entry, indent + indent) : ""
    return ownComment + indent + indent + element("item", "item", values[0]?.xml ?? "")
  })
  return start + element(tag, kind, printItems(items))
}

const warnOfDescription = (
  { keyName, description }: ExportedEntry,
  warning: PrintWarning | null,
  context: Context
): void => {
  if (description === null) warn(context, keyName, [warning])
  else warn(context, keyName, [warning, forbiddenCharactersWarning(description), xmlCommentWarning(description)])
}

const printItems = (items: ReadonlyArray<string>): string => (items.length === 0 ? "" : `\n${items.join("")}${indent}`)

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
  const attributes = customValues[attributesName] ?? null
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
