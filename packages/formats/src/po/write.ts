import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import type { CodeReference } from "../imported-file.ts"
import { LongText } from "../long-text.ts"
import type { MessageFormat } from "../placeholder/dialect/message-format.ts"
import { joinWarnings, type PrintWarning } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { lostFormsWarning } from "../placeholder/printing/lost-forms.ts"
import { type PrintOptions, printPluralForms, printText } from "../placeholder/printing/print-message.ts"
import { type GettextRule, gettextRuleOf } from "../plural/gettext-plural.ts"
import { defaultFileStructureTemplate, type ExportFormat, type Writer } from "../writer.ts"
import {
  deniesPlaceholders,
  extractedCommentCustomValue,
  flagOfMessageFormat,
  isFormatFlag,
  joinExtractedLines,
  keptFlags,
  keptText,
  outdatedFlag,
  pluralIdCustomValue,
  translatorCommentName
} from "./kept-values.ts"
import { printField } from "./print-field.ts"

/**
 * Writes a gettext PO file: the header with the language and its plural rule, then the entries. A key is the msgid; up
 * to U+0004 it is the context. Comments and flags come back as an import kept them.
 * Source: docs/reference/import.md#writing-gettext.
 */
export const writePo: Writer = ({ languageTag, entries }, options) => {
  const rule = gettextRuleOf(languageTag, entries.some(hasFormMany))
  const warnings: Array<ExportWarning> = []
  const content = new LongText()
  content.add(printHeader(languageTag, rule))
  for (const entry of entries) {
    const { text, warning } = printEntry(entry, rule, options)
    if (warning !== null) warnings.push({ ...warning, keyName: entry.keyName })
    content.add(`\n${text}`)
  }
  return { kind: "file", content: content.finish(), warnings }
}

/** French, Spanish and others have a form for millions, which few files have. */
const hasFormMany = ({ isPlural, text }: ExportedEntry): boolean => isPlural && text?.includes("\nmany {") === true

interface PrintedEntry {
  readonly text: string
  readonly warning: PrintWarning | null
}

const printHeader = (languageTag: string, rule: GettextRule): string =>
  printField("msgid", "") +
  printField(
    "msgstr",
    [
      `Language: ${languageTag}`,
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=UTF-8",
      "Content-Transfer-Encoding: 8bit",
      `Plural-Forms: ${rule.pluralForms}`,
      "X-Generator: Dragoman",
      ""
    ].join("\n")
  )

const printEntry = (entry: ExportedEntry, rule: GettextRule, fileOptions: PrintOptions): PrintedEntry => {
  const { context, id } = splitKeyName(entry.keyName)
  const spelling = optionsOfSpelling(entry, fileOptions)
  const flags = writtenFlags(entry, spelling)
  const options = optionsOfEntry(entry, flags, spelling)
  const identity = (context === null ? "" : printField("msgctxt", context)) + printField("msgid", id)
  const body = entry.isPlural ? printPlural(entry, id, rule, options) : printSingular(entry.text ?? "", options)
  return { text: printComments(entry, flags) + identity + body.text, warning: body.warning }
}

/** A flag for another spelling than the entry's would let tools check the texts by the wrong rules. */
const writtenFlags = (entry: ExportedEntry, { messageFormat }: PrintOptions): ReadonlyArray<string> => {
  const flag = flagOfMessageFormat[messageFormat]
  const kept = keptFlags(keptWith(entry)).filter(
    (one) => one !== outdatedFlag && (!isFormatFlag(one) || one === flag || one === `no-${flag}`)
  )
  return entry.isOutdated && entry.text !== null ? [outdatedFlag, ...kept] : kept
}

/** A Python program has texts of both kinds, and formats each by the call that its flag names. */
const optionsOfSpelling = (entry: ExportedEntry, options: PrintOptions): PrintOptions => {
  const otherSpelling = otherPythonSpelling.get(options.messageFormat)
  const otherFlag = otherSpelling === undefined ? null : flagOfMessageFormat[otherSpelling]
  const flags = keptFlags(keptWith(entry))
  return otherSpelling === undefined || otherFlag === null || !flags.includes(otherFlag)
    ? options
    : { ...options, messageFormat: otherSpelling }
}

const otherPythonSpelling: ReadonlyMap<MessageFormat, MessageFormat> = new Map([
  ["PYTHON_PERCENT", "PYTHON_BRACE"],
  ["PYTHON_BRACE", "PYTHON_PERCENT"]
])

const optionsOfEntry = (entry: ExportedEntry, flags: ReadonlyArray<string>, options: PrintOptions): PrintOptions => {
  if (deniesPlaceholders(flags, flagOfMessageFormat[options.messageFormat]))
    return { ...options, hasPlaceholders: false }
  return withKeptSpelling(options, keptWith(entry))
}

const printComments = (entry: ExportedEntry, flags: ReadonlyArray<string>): string =>
  [
    ...linesOf(keptText(keptWith(entry), translatorCommentName)).map((line) => `# ${line}`),
    ...linesOf(descriptionOf(entry)).map((line) => `#. ${line}`),
    ...(entry.codeReferences ?? []).flatMap(printReference),
    ...(flags.length === 0 ? [] : [`#, ${flags.join(", ")}`])
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join("")

/** Returns the description in the lines of the file that it came from, unless it was edited since. */
const descriptionOf = (entry: ExportedEntry): string | null => {
  const { description } = entry
  const kept = keptText(keptWith(entry), extractedCommentCustomValue)
  return kept !== null && joinExtractedLines(kept).trim() === description ? kept : description
}

/** Spaces end a reference: a path that has some could not be read again. */
const printReference = ({ path, line }: CodeReference): ReadonlyArray<string> =>
  path === "" || /[\s\p{Cc}]/u.test(path) ? [] : [`#: ${path}${line === null ? "" : `:${line}`}`]

const linesOf = (text: string | null): ReadonlyArray<string> => (text === null ? [] : text.split(/\r\n|\r|\n/))

/** A msgid that gettext would take for nothing, or for the header, has its context in it. An empty context is one. */
const splitKeyName = (keyName: string): { readonly context: string | null; readonly id: string } => {
  const separator = keyName.indexOf("\u0004")
  const id = keyName.slice(separator + 1)
  return separator === -1 || id.trim() === ""
    ? { context: null, id: keyName }
    : { context: keyName.slice(0, separator), id }
}

const printSingular = (storedText: string, options: PrintOptions): PrintedEntry => {
  const { text, warning } = printText(storedText, options)
  const normalized = normalizeLineEnds(text)
  return { text: printField("msgstr", normalized.text), warning: joinWarnings([warning, normalized.warning]) }
}

const printPlural = (entry: ExportedEntry, id: string, rule: GettextRule, options: PrintOptions): PrintedEntry => {
  const printed = entry.text === null ? noForms : printPluralForms(entry.text, options)
  // Gettext knows no more about a text that has no forms than that it is a text.
  if (printed === null) return printSingular(entry.text ?? "", options)
  const { forms } = printed
  const other = forms.get("other") ?? ""
  const warnings = [printed.warning, lostFormsWarning(forms, rule, "Gettext")]
  const fields = rule.keywords.map((keyword, index) => {
    const { text, warning } = normalizeLineEnds(forms.get(keyword) || other)
    warnings.push(warning)
    return printField(`msgstr[${index}]`, text)
  })
  return {
    text: printField("msgid_plural", keptText(keptWith(entry), pluralIdCustomValue) ?? id) + fields.join(""),
    warning: joinWarnings(warnings)
  }
}

const noForms = { forms: new Map<string, string>(), warning: null }

/** Gettext's tools reject a carriage return before the end of a line. */
const normalizeLineEnds = (text: string): PrintedEntry =>
  text.includes("\r\n") ? { text: text.replaceAll("\r\n", "\n"), warning: changedLineEnds } : { text, warning: null }

const changedLineEnds: PrintWarning = {
  reason: "lineEnds",
  sentence: "Lines of the text end with CR LF; in a PO file they end with LF."
}

export const poExport: ExportFormat = {
  format: "PO",
  extension: "po",
  mediaType: "text/x-gettext-translation",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  writesCodeReferences: true,
  writesOutdated: true,
  write: writePo
}
