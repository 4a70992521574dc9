import { parseLprojPath } from "../apple/lproj-path.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { appleDialect } from "../placeholder/dialect/apple-placeholder.ts"
import { hasPlaceholder } from "../placeholder/dialect/dialect.ts"
import { convertPluralForms } from "../placeholder/reading/convert-text.ts"
import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import type { ReadableFormat, Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { declaredXmlEncoding } from "../xml/walk-xml.ts"
import { asReadName, entryName, storeEntry } from "./kept-values.ts"
import { parseStringsdict, type StringsdictEntry, type StringsdictVariable } from "./parse-stringsdict.ts"
import { isPlainEntry } from "./write.ts"

/**
 * Reads a stringsdict file of Apple's platforms: each variable with plural forms is a value of its key. Text around the
 * variable moves into the forms, unless it has placeholders.
 * Source: docs/formats.md#apple-strings-and-stringsdict.
 */
const readStringsdict: Reader = (bytes, options) => {
  const decoded = decodeText(bytes, declaredXmlEncoding(bytes))
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const { languageName, namespace } = parseLprojPath(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)

  const addEntry = (entry: StringsdictEntry) => {
    const { key: keyName, otherRules, comment } = entry
    const { format, variables } = withoutEmptyVariables(entry)
    const warn = (sentence: string, offset: number) =>
      builder.warn({ keyName, languageName, position: positionOf(offset), sentence })
    if (variables.length === 0) builder.recordKey(keyName)
    if (otherRules.length > 0) warn(`Only plurals were read, not ${[...new Set(otherRules)].join(", ")}.`, entry.offset)
    // The first one of several variables is the text.
    let isKept = false
    for (const variable of variables) {
      const forms = new Map<PluralKeyword, string>()
      for (const [name, form] of variable.forms) {
        const keyword = pluralKeywords.find((known) => known === name)
        if (keyword === undefined) warn(`"${name}" is no form of a plural: it was skipped.`, variable.offset)
        else forms.set(keyword, form)
      }
      if (forms.size === 0) {
        builder.recordKey(keyName)
        continue
      }
      const around = textAround(format, variable, variables.length > 1)
      if (around === null)
        warn("Only the forms of the variable are shown: the text around it is kept.", variable.offset)
      const [before, after] = around ?? ["", ""]
      const whole = new Map([...forms].map(([keyword, form]) => [keyword, before + form + after]))
      const value = convertPluralForms(whole, appleDialect, options)
      const position = positionOf(entry.offset)
      builder.addValue({ keyName, languageName, value, keyIndex: 0, position })
      if (isKept || otherRules.length > 0) continue
      isKept = true
      const kept = { ...entry, shownVariable: variable.name, holdsAround: around !== null }
      if (isPlainEntry(kept)) continue
      const added = { data: { [entryName]: storeEntry(kept) }, textData: { [asReadName]: true } }
      builder.addFormatData(keyName, languageName, added, position)
    }
    if (comment !== null) builder.addDescription(keyName, comment, positionOf(entry.offset))
  }
  const failure = parseStringsdict(decoded.text, positionOf, (entry) => {
    if (!builder.hasFailed()) addEntry(entry)
  })
  const reason = options.format === null ? "fallback" : "requested"
  return failure ?? builder.finish({ format: formatName, reason, scores: [] }, namespace)
}

/** Some files have a variable without any text in front of the one that counts. */
const withoutEmptyVariables = ({
  format,
  variables
}: StringsdictEntry): Pick<StringsdictEntry, "format" | "variables"> => {
  const spoken = variables.filter(({ forms }) => [...forms.values()].some((form) => form !== ""))
  if (spoken.length === 0 || variables.length > variablesMax) return { format, variables }
  const empty = variables.filter((variable) => !spoken.includes(variable))
  const shortened = empty.reduce<string | null>((text, { name }) => text?.replaceAll(`%#@${name}@`, "") ?? null, format)
  return { format: shortened, variables: spoken }
}

/** Limit for one key: a hostile file may have many. */
const variablesMax = 20

/** The text around the only variable of the format; null = it has something that the forms cannot hold: a placeholder, another variable. */
const textAround = (
  format: string | null,
  { name }: StringsdictVariable,
  hasOthers: boolean
): readonly [string, string] | null => {
  if (format === null) return ["", ""]
  const spelled = [`%#@${name}@`, `%1$#@${name}@`].find((one) => format.includes(one))
  if (spelled === undefined || hasOthers) return null
  const start = format.indexOf(spelled)
  const [before, after] = [format.slice(0, start), format.slice(start + spelled.length)]
  return hasPlaceholder(before, appleDialect) || hasPlaceholder(after, appleDialect) ? null : [before, after]
}

const formatName = "STRINGSDICT"

export const stringsdictFormat: ReadableFormat = {
  extensions: ["stringsdict"],
  variants: [{ format: formatName, dialect: appleDialect, weight: null }],
  read: readStringsdict
}
