import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { LongText } from "../long-text.ts"
import { composeDialect } from "../placeholder/dialect/compose-placeholder.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { printPluralForms, printText } from "../placeholder/printing/print-message.ts"
import { pluralKeywords, pluralRulesOf } from "../plural/plural-keyword.ts"
import type { ExportFormat, WriteOptions, Writer } from "../writer.ts"
import { forbiddenCharactersWarning, quoteXmlAttribute } from "../xml/escape-xml.ts"
import { printXmlComment, xmlCommentWarning } from "../xml/print-comment.ts"
import type { AndroidFlavor } from "./android-text.ts"
import { type PrintedValue, printValue } from "./android-value.ts"
import { attributesName } from "./read.ts"
import { arrayOf, planResources, type Resource } from "./resource-names.ts"

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
  const { isOneEach, resources, warnings: nameWarnings } = planResources(entries)
  const context: Context = {
    options: {
      ...options,
      messageFormat: "JAVA_STRING_FORMAT",
      ...(flavor === "compose" ? { ownDialect: composeDialect } : {})
    },
    flavor,
    requiresOther: requiresOther(languageTag),
    warnings: new Map(nameWarnings)
  }
  const attributes = flavor === "android" ? ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"' : ""
  const content = new LongText()
  content.add(`<?xml version="1.0" encoding="utf-8"?>\n<resources${attributes}>\n`)
  for (const resource of resources) content.add(printResource(resource, context))
  content.add("</resources>\n")
  return { kind: "file", content: content.finish(), warnings: listWarnings(context, isOneEach ? null : entries) }
}

/** `entries`: the order of the warnings; null = they came in it. */
const listWarnings = (
  { warnings }: Context,
  entries: ReadonlyArray<ExportedEntry> | null
): ReadonlyArray<ExportWarning> => {
  const names = entries === null || warnings.size === 0 ? warnings.keys() : entries.map(({ keyName }) => keyName)
  const listed: Array<ExportWarning> = []
  for (const keyName of names) {
    const warning = warnings.get(keyName)
    if (warning !== undefined) listed.push({ ...warning, keyName })
  }
  return listed
}

interface Context {
  readonly options: WriteOptions
  readonly flavor: AndroidFlavor
  /** True = some whole numbers of the language have the form `other`: without it a program fails. */
  readonly requiresOther: boolean
  /** By the name of the key. */
  readonly warnings: Map<string, PrintWarning>
}

const warn = ({ warnings }: Context, keyName: string, warning: PrintWarning | null): void => {
  if (warning !== null) warnings.set(keyName, joinWarnings([warning, warnings.get(keyName) ?? null]) ?? warning)
}

const requiresOther = (languageTag: string): boolean => {
  const rules = pluralRulesOf(languageTag)
  return Array.from({ length: countsMax }, (_, count) => rules.select(count)).includes("other")
}

/** The rules of a language repeat after a hundred whole numbers at the latest. */
const countsMax = 201

const indent = "    "

const printResource = ({ name, kind, entry, items }: Resource, context: Context): string => {
  const first = items?.find((item) => item !== null) ?? entry
  const start = `${printComment(first, indent)}${indent}<${kind} name="${name}"${printAttributes(first)}`
  if (kind === "string") {
    const { xml, warning } = printSingular(first, context)
    warnOfDescription(first, warning, context)
    return start + printContent(kind, xml)
  }
  const content = items === null ? printPlural(first, context) : printArray(items, context)
  return content === "" ? `${start}/>\n` : `${start}>\n${content}${indent}</${kind}>\n`
}

const printPlural = (entry: ExportedEntry, context: Context): string => {
  const { values, warning } = printForms(entry, context)
  warnOfDescription(entry, warning, context)
  return values
    .map(({ xml, quantity }) => `${indent}${indent}<item quantity="${quantity}"${printContent("item", xml)}`)
    .join("")
}

const printArray = (entries: ReadonlyArray<ExportedEntry | null>, context: Context): string => {
  const items = entries.map((entry, index) => {
    if (entry === null) return `${indent}${indent}<item${printContent("item", "")}`
    const { xml, warning } = printSingular(entry, context)
    warnOfDescription(entry, warning, context)
    const comment = index === 0 ? "" : printComment(entry, indent + indent)
    return `${comment}${indent}${indent}<item${printContent("item", xml)}`
  })
  return items.join("")
}

const warnOfDescription = (
  { keyName, description }: ExportedEntry,
  warning: PrintWarning | null,
  context: Context
): void => {
  const found =
    description === null
      ? warning
      : joinWarnings([warning, forbiddenCharactersWarning(description), xmlCommentWarning(description)])
  warn(context, keyName, found)
}

/** Prints the rest of an element behind its name and attributes. */
const printContent = (name: string, content: string): string => (content === "" ? "/>\n" : `>${content}</${name}>\n`)

interface PrintedForms {
  readonly values: ReadonlyArray<{ readonly quantity: string; readonly xml: string }>
  readonly warning: PrintWarning | null
}

const printSingular = (entry: ExportedEntry, { options, flavor }: Context): PrintedValue => {
  const { text, isPlural } = entry
  const kept = keptWith(entry)
  const printed = printText(text ?? "", withKeptSpelling(options, kept))
  const { xml, warning } = printValue(printed.text, kept, flavor)
  const pluralWarning = isPlural && text !== null ? pluralInText : null
  if (pluralWarning === null && printed.warning === null) return { xml, warning }
  return { xml, warning: joinWarnings([printed.warning, warning, pluralWarning]) }
}

/** The forms that the text has: Android shows `other` for each that is missing. */
const printForms = (entry: ExportedEntry, context: Context): PrintedForms => {
  const { text } = entry
  const kept = keptWith(entry)
  if (text === null) return { values: [], warning: null }
  const printed = printPluralForms(text, withKeptSpelling(context.options, kept))
  if (printed === null) {
    const { xml, warning } = printSingular(entry, context)
    return { values: [{ quantity: "other", xml }], warning }
  }
  const { forms } = printed
  const other = forms.get("other") ?? ""
  const warnings = [printed.warning]
  const isOtherAdded = other === "" && [...forms.values()].some((form) => form !== "")
  if (isOtherAdded && context.requiresOther) warnings.push(addedOther)
  const values = pluralKeywords.flatMap((quantity) => {
    const form = forms.get(quantity)
    if (form === undefined || (quantity === "other" && isOtherAdded && !context.requiresOther)) return []
    const value = printValue(form || other, kept, context.flavor)
    warnings.push(value.warning, form === "" && other !== "" ? emptyForm : null)
    return [{ quantity, xml: value.xml }]
  })
  return { values, warning: joinWarnings(warnings) }
}

const printAttributes = (entry: ExportedEntry): string => {
  const attributes = keptWith(entry)[attributesName] ?? null
  if (attributes === null || typeof attributes !== "object" || Array.isArray(attributes)) return ""
  return Object.entries(attributes)
    .filter(([name, value]) => /^[a-z]{1,40}$/.test(name) && name !== "name" && typeof value === "string")
    .map(([name, value]) => ` ${name}=${quoteXmlAttribute(String(value))}`)
    .join("")
}

const printComment = ({ description }: ExportedEntry, indentation: string): string =>
  description === null ? "" : `${indentation}${printXmlComment(description)}\n`

const pluralInText: PrintWarning = {
  reason: "pluralText",
  sentence: "An item of an array has no plurals: the forms are written as one ICU message."
}

const emptyForm: PrintWarning = { reason: "emptyForm", sentence: "An empty form is written as the form other." }

const addedOther: PrintWarning = {
  reason: "emptyForm",
  sentence: "The form other has no text: it is written all the same, because Android requires it."
}

const fileStructureTemplate = "{namespace}/values-{androidLanguageTag}/strings.{extension}"

export const androidExport: ExportFormat = {
  format: "ANDROID_XML",
  extension: "xml",
  mediaType: "application/xml",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: false,
  listOf: arrayOf,
  write: writeAndroid
}

export const composeExport: ExportFormat = {
  format: "COMPOSE_XML",
  extension: "xml",
  mediaType: "application/xml",
  defaultFileStructureTemplate: fileStructureTemplate,
  usesMessageFormat: false,
  listOf: arrayOf,
  write: writeCompose
}
