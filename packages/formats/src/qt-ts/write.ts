import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { lostFormsWarning } from "../placeholder/printing/lost-forms.ts"
import { printPluralForms, printText } from "../placeholder/printing/print-message.ts"
import type { GettextRule } from "../plural/gettext-plural.ts"
import { defaultFileStructureTemplate, type ExportFormat, type WriteOptions, type Writer } from "../writer.ts"
import { escapeXmlText, quoteXmlAttribute } from "../xml/escape-xml.ts"
import {
  identityOf,
  keptMessage,
  type MessageIdentity,
  messageCustomValue,
  translatorCommentName,
  unfinishedName
} from "./kept-values.ts"
import { numerusRuleOf } from "./numerus-rule.ts"
import { qtPluralDialect, qtTextDialect } from "./qt-placeholder.ts"

/**
 * Writes a file of Qt Linguist, messages by context. A key without a text is unfinished.
 * Source: docs/formats.md#qt-linguist.
 */
export const writeQtTs: Writer = ({ languageTag, baseLanguageTag, entries }, options) => {
  const rule = numerusRuleOf(languageTag)
  const warnings: Array<ExportWarning> = []
  const contexts = new Map<string, Array<string>>()
  for (const entry of entries) {
    const kept = keptMessage(keptWith(entry)[messageCustomValue])
    const identity = kept ?? identityOf(entry.keyName)
    const { xml, warning } = printMessage(entry, kept === null ? null : entry.keyName, identity, { rule, options })
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    const messages = contexts.get(identity.context) ?? []
    contexts.set(identity.context, messages)
    messages.push(xml)
  }
  const printed = [...contexts].map(([name, messages]) => {
    return `<context>\n${printElement("    ", "name", name)}${messages.join("")}</context>\n`
  })
  const languages = `language=${quoteXmlAttribute(qtName(languageTag))} sourcelanguage=${quoteXmlAttribute(qtName(baseLanguageTag))}`
  const content = `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" ${languages}>\n${printed.join("")}</TS>\n`
  return { kind: "file", content, warnings }
}

const qtName = (languageTag: string): string => languageTag.replaceAll("-", "_")

interface Context {
  readonly rule: GettextRule
  readonly options: WriteOptions
}

interface Printed {
  readonly xml: string
  readonly warning: PrintWarning | null
}

const printMessage = (
  entry: ExportedEntry,
  id: string | null,
  { source, comment }: MessageIdentity,
  { rule, options }: Context
): Printed => {
  const { [translatorCommentName]: comments, [unfinishedName]: unfinished } = keptWith(entry)
  const isUnfinished = entry.text === null || unfinished === true
  const type = isUnfinished ? ' type="unfinished"' : ""
  const forms = entry.isPlural ? printForms(entry.text, rule, options) : null
  const { xml, warning } = forms ?? printSingular(entry.text, options)
  const attributes = (id === null ? "" : ` id=${quoteXmlAttribute(id)}`) + (forms !== null ? ' numerus="yes"' : "")
  return {
    xml:
      `    <message${attributes}>\n` +
      printElement("        ", "source", source) +
      (comment === "" ? "" : printElement("        ", "comment", comment)) +
      (entry.description === null ? "" : printElement("        ", "extracomment", entry.description)) +
      (typeof comments === "string" ? printElement("        ", "translatorcomment", comments) : "") +
      `        <translation${type}>${xml}</translation>\n    </message>\n`,
    warning
  }
}

const printSingular = (text: string | null, options: WriteOptions): Printed => {
  const printed = printText(text ?? "", { ...options, ownDialect: qtTextDialect })
  return { xml: escapeText(printed.text), warning: printed.warning }
}

/** Each form on a line of its own; null = the text has no forms. */
const printForms = (text: string | null, rule: GettextRule, options: WriteOptions): Printed | null => {
  const printed = text === null ? noForms : printPluralForms(text, { ...options, ownDialect: qtPluralDialect })
  if (printed === null) return null
  const { forms } = printed
  const other = forms.get("other") ?? ""
  const lines = rule.keywords.map((keyword) => printElement("            ", "numerusform", forms.get(keyword) || other))
  return {
    xml: `\n${lines.join("")}        `,
    warning: joinWarnings([printed.warning, lostFormsWarning(forms, rule, "Qt")])
  }
}

const noForms = { forms: new Map<string, string>(), warning: null }

const printElement = (indentation: string, name: string, text: string): string =>
  `${indentation}<${name}>${escapeText(text)}</${name}>\n`

/** Prints a text as Qt's tools do; characters that XML cannot hold, and carriage returns, are `byte` elements. */
const escapeText = (text: string): string =>
  escapeXmlText(text)
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;")
    .replace(/[^\t\n -\ufffd]/g, (sign) => `<byte value="x${sign.charCodeAt(0).toString(16)}"/>`)

export const qtTsExport: ExportFormat = {
  format: "QT_TS",
  extension: "ts",
  mediaType: "application/x-linguist",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  write: writeQtTs
}
