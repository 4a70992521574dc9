import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { parseJson } from "../json/parse-json.ts"
import { appleDialect } from "../placeholder/dialect/apple-placeholder.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import { parseFailure, type ReadableFormat, type Reader, type ReadOptions } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import type { TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { customValuesByMember } from "./custom-values.ts"

/**
 * Reads a string catalog of Xcode: all languages of each key, comments as descriptions. A key without a text in the source
 * language has its name as text there.
 * Source: docs/formats.md#string-catalogs.
 */
export const readXcstrings: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const root = parseJson(decoded.text)
  if (root.kind === "error") return parseFailure(root.message, positionOf(root.offset))
  const sourceLanguage = memberOf(root, "sourceLanguage")?.value
  const strings = memberOf(root, "strings")?.value
  if (sourceLanguage?.kind !== "text") {
    const message = "The catalog has no sourceLanguage, which must be a text"
    return parseFailure(message, positionOf(sourceLanguage?.offset ?? root.offset))
  }
  if (strings?.kind !== "object") {
    const message = "The catalog has no strings, which must be an object"
    return parseFailure(message, positionOf(strings?.offset ?? root.offset))
  }
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  const reading: Reading = { builder, sourceLanguage: sourceLanguage.text, options, positionOf }
  for (const { name, ...replaced } of strings.replaced ?? []) addKey(reading, name, replaced)
  for (const [keyName, member] of strings.members) {
    if (builder.hasFailed()) break
    addKey(reading, keyName, member)
  }
  const reason = options.format === null ? "fallback" : "requested"
  return builder.finish({ format: "APPLE_XCSTRINGS", reason, scores: [] })
}

interface Reading {
  readonly builder: ImportedFileBuilder
  readonly sourceLanguage: string
  readonly options: ReadOptions
  readonly positionOf: PositionOf
}

const memberOf = (node: TreeNode | undefined, name: string): TreeMember | undefined =>
  node?.kind === "object" ? node.members.get(name) : undefined

const addKey = (reading: Reading, keyName: string, { value, nameOffset }: TreeMember): void => {
  const { builder, sourceLanguage, options, positionOf } = reading
  const localizations = memberOf(value, "localizations")?.value
  if (localizations?.kind !== "object") {
    // Xcode writes an entry for the empty text of its own accord.
    if (keyName.trim() === "") return
    const sentence = "The key has no localizations: it was skipped."
    skip(reading, keyName, sourceLanguage, nameOffset, sentence)
    return
  }
  for (const [languageName, { value: localization }] of localizations.members) {
    addLocalization(reading, keyName, languageName, localization)
  }
  if (!localizations.members.has(sourceLanguage)) {
    const position = positionOf(nameOffset)
    const text = convertText(keyName, appleDialect, options)
    builder.addValue({ keyName, languageName: sourceLanguage, value: text, keyIndex: 0, position })
  }
  const comment = memberOf(value, "comment")?.value
  if (comment?.kind === "text" && comment.text.trim() !== "") {
    builder.addDescription(keyName, comment.text, positionOf(comment.offset))
  }
  for (const [member, name] of Object.entries(customValuesByMember)) {
    const kept = memberOf(value, member)?.value
    if (kept?.kind === "text") builder.addCustomValue(keyName, name, kept.text, positionOf(kept.offset))
    if (kept?.kind === "scalar") builder.addCustomValue(keyName, name, kept.text === "true", positionOf(kept.offset))
  }
}

const skip = (
  { builder, positionOf }: Reading,
  keyName: string,
  languageName: string,
  offset: number,
  sentence: string
) => {
  builder.mention(keyName)
  builder.warn({ keyName, languageName, position: positionOf(offset), sentence })
}

const addLocalization = (reading: Reading, keyName: string, languageName: string, localization: TreeNode): void => {
  const { builder, options, positionOf } = reading
  const add = (value: ConvertedText | null, offset: number) =>
    builder.addValue({ keyName, languageName, value, keyIndex: 0, position: positionOf(offset) })
  const warn = (offset: number, sentence: string) => skip(reading, keyName, languageName, offset, sentence)

  const substitutions = memberOf(localization, "substitutions")
  if (substitutions !== undefined) {
    warn(substitutions.nameOffset, "The substitutions of the text were skipped: their variables stay text.")
  }
  const unit = memberOf(localization, "stringUnit")
  if (unit !== undefined) {
    const { text, offset } = unitValue(unit.value)
    if (text === undefined) warn(offset, "The value is no text: it was skipped.")
    else add(text === null ? null : convertText(text, appleDialect, options), offset)
    return
  }
  const variations = memberOf(localization, "variations")?.value
  const plural = memberOf(variations, "plural")?.value
  if (plural?.kind !== "object") {
    warn(localization.offset, "The localization has neither a text nor plural forms: it was skipped.")
    return
  }
  for (const [name, { nameOffset }] of variations?.kind === "object" ? variations.members : []) {
    if (name !== "plural") warn(nameOffset, `Variations by ${name} were skipped.`)
  }
  add(convertPluralForms(formsOf(plural, warn), appleDialect, options), plural.offset)
}

/** `null` and a missing value are no text; undefined = something else. */
const unitValue = (unit: TreeNode): { readonly text: string | null | undefined; readonly offset: number } => {
  const value = memberOf(unit, "value")?.value
  if (value === undefined || value.kind === "null") return { text: null, offset: value?.offset ?? unit.offset }
  return { text: value.kind === "text" || value.kind === "scalar" ? value.text : undefined, offset: value.offset }
}

const formsOf = (
  plural: TreeObject,
  warn: (offset: number, sentence: string) => void
): ReadonlyMap<PluralKeyword, string> => {
  for (const [name, { nameOffset }] of plural.members) {
    if (!pluralKeywords.some((keyword) => keyword === name))
      warn(nameOffset, `No language has a plural form "${name}": it was skipped.`)
  }
  return new Map(
    pluralKeywords.flatMap((keyword) => {
      const form = plural.members.get(keyword)?.value
      if (form === undefined) return []
      const { text, offset } = unitValue(memberOf(form, "stringUnit")?.value ?? form)
      if (text === undefined) warn(offset, `The plural form ${keyword} is no text: it was skipped.`)
      return typeof text === "string" ? [[keyword, text] as const] : []
    })
  )
}

export const xcstringsFormat: ReadableFormat = {
  extensions: ["xcstrings"],
  variants: [{ format: "APPLE_XCSTRINGS", dialect: appleDialect, weight: null }],
  read: readXcstrings
}
