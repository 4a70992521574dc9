import { type PrintedApplePlural, printApplePlural } from "../apple/print-plural.ts"
import type { ExportedEntry, ExportWarning } from "../exported-file.ts"
import { keptWith } from "../format-data.ts"
import { LongText } from "../long-text.ts"
import { joinWarnings } from "../placeholder/dialect/print-warning.ts"
import { withKeptSpelling } from "../placeholder/kept-spelling.ts"
import { pluralKeywords } from "../plural/plural-keyword.ts"
import type { WriteOptions } from "../writer.ts"
import {
  escapeXmlText,
  forbiddenCharactersWarning,
  keepCarriageReturns,
  removeForbiddenCharacters
} from "../xml/escape-xml.ts"
import { printXmlComment, xmlCommentWarning } from "../xml/print-comment.ts"
import { asReadName, entryName, type KeptEntry, keptEntry } from "./kept-values.ts"

/**
 * A stringsdict file of plurals: one variable for each key, its forms as they are stored, the description as a comment.
 * Source: docs/formats.md#apple-strings-and-stringsdict.
 */
export const printStringsdict = (
  entries: ReadonlyArray<ExportedEntry>,
  options: WriteOptions
): { readonly content: string; readonly warnings: ReadonlyArray<ExportWarning> } => {
  const warnings: Array<ExportWarning> = []
  const content = new LongText()
  content.add(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`)
  for (const entry of entries) {
    const { keyName, description, text } = entry
    const plural: PrintedApplePlural =
      text === null
        ? { forms: new Map([["other", ""]]), warning: null }
        : printApplePlural(text, withKeptSpelling(options, keptWith(entry)))
    const texts = [keyName, description ?? "", ...plural.forms.values()]
    const warning = joinWarnings([
      plural.warning,
      xmlCommentWarning(description ?? ""),
      ...texts.map(forbiddenCharactersWarning)
    ])
    if (warning !== null) warnings.push({ ...warning, keyName })
    content.add(printEntry(entry, plural.forms))
  }
  content.add("</dict>\n</plist>\n")
  return { content: content.finish(), warnings }
}

/** Two variables of one text must differ in name; here each text has one. */
const plainVariable = "format"

/** True = it is written so without anything that is kept. */
export const isPlainEntry = ({ format, variables }: KeptEntry): boolean => {
  const [variable, ...others] = variables
  return (
    variable?.name === plainVariable &&
    others.length === 0 &&
    format === `%#@${plainVariable}@` &&
    variable.valueType === valueTypeOf(variable.forms)
  )
}

const printEntry = (entry: ExportedEntry, forms: ReadonlyMap<string, string>): string => {
  const { keyName, description } = entry
  const { format, variables } = writtenEntry(entry, forms)
  const comment = description === null ? "" : `  ${printXmlComment(description)}\n`
  const printed = variables.map(
    ({ name, valueType, forms }) => `    <key>${escapeText(name)}</key>
    <dict>
${pair("NSStringFormatSpecTypeKey", "NSStringPluralRuleType")}${valueType === null ? "" : pair("NSStringFormatValueTypeKey", valueType)}${[...forms].map(([keyword, form]) => pair(keyword, form)).join("")}    </dict>
`
  )
  const formatLines =
    format === null ? "" : `    <key>NSStringLocalizedFormatKey</key>\n    <string>${escapeText(format)}</string>\n`
  return `${comment}  <key>${escapeText(keyName)}</key>
  <dict>
${formatLines}${printed.join("")}  </dict>
`
}

/** Prints the text as the file had it, with the forms that were edited since. */
const writtenEntry = (
  entry: ExportedEntry,
  forms: ReadonlyMap<string, string>
): Pick<KeptEntry, "format" | "variables"> => {
  const data = keptWith(entry)
  const kept = keptEntry(data[entryName])
  if (kept !== null && data[asReadName] === true) return kept
  const written = new Map(
    pluralKeywords.flatMap((keyword) => (forms.has(keyword) ? [[keyword, forms.get(keyword) ?? ""] as const] : []))
  )
  const shown = kept?.variables.find(({ name }) => name === kept.shownVariable)
  const name = shown?.name ?? plainVariable
  const variable = { name, valueType: shown?.valueType ?? valueTypeOf(forms), forms: written }
  return kept === null || shown === undefined || kept.holdsAround
    ? { format: `%#@${name}@`, variables: [variable] }
    : { format: kept.format, variables: kept.variables.map((one) => (one === shown ? variable : one)) }
}

const pair = (name: string, text: string): string =>
  `      <key>${escapeText(name)}</key>\n      <string>${escapeText(text)}</string>\n`

const escapeText = (text: string): string => keepCarriageReturns(escapeXmlText(removeForbiddenCharacters(text)))

const numberPlaceholder = /%(?:\d{1,9}\$)?[-+0#]?\d{0,9}(?:\.\d{1,9})?(lld|d|f)/g

/** The type of number that most placeholders have. */
const valueTypeOf = (forms: ReadonlyMap<string, string>): string => {
  const counts = new Map([["lld", 0]])
  for (const form of forms.values()) {
    for (const [, type = "lld"] of form.matchAll(numberPlaceholder)) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  let [most, mostCount] = ["lld", counts.get("lld") ?? 0]
  for (const [type, count] of counts) if (count > mostCount) [most, mostCount] = [type, count]
  return most
}
