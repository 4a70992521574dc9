import { type AddedData, buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { parseJson } from "../json/parse-json.ts"
import { appleDialect } from "../placeholder/dialect/apple-placeholder.ts"
import { type ConvertedText, convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import { type PluralKeyword, pluralKeywords } from "../plural/plural-keyword.ts"
import { parseFailure, type ReadableFormat, type Reader, type ReadOptions } from "../reader.ts"
import { decodeText, type PositionOf, positionsIn } from "../source-text.ts"
import { toJson } from "../tree/to-json.ts"
import type { TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { customValuesByMember, localizationName, nameAloneName, stateName, substitutionsName } from "./kept-values.ts"

/**
 * Reads a string catalog of Xcode: all languages of each key, comments as descriptions. A key without a localization in the
 * source language has its name as text there.
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
  builder.setLanguage(sourceLanguage.text)
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
  const member = memberOf(value, "localizations")?.value
  const localizations = member?.kind === "object" ? member.members : noMembers
  // Xcode writes an entry for the empty text of its own accord.
  if (localizations.size === 0 && keyName.trim() === "") return
  const source = localizations.get(sourceLanguage)?.value
  const sourceText =
    source === undefined ? keyName : (unitValue(memberOf(source, "stringUnit")?.value ?? source).text ?? null)
  for (const [languageName, { value: localization }] of localizations) {
    addLocalization(reading, { keyName, languageName, localization, sourceText })
  }
  if (source === undefined) {
    const position = positionOf(nameOffset)
    const text = convertText(keyName, appleDialect, options)
    builder.addValue({ keyName, languageName: sourceLanguage, value: text, keyIndex: 0, position })
    builder.addFormatData(keyName, sourceLanguage, { textData: { [nameAloneName]: true } }, position)
    if (localizations.size === 0) {
      const sentence = "The key has no localizations: its name is the text."
      builder.warn({ keyName, languageName: sourceLanguage, position, sentence })
    }
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

const noMembers: TreeObject["members"] = new Map()

interface Localization {
  readonly keyName: string
  readonly languageName: string
  readonly localization: TreeNode
  /** Null = it is no simple text. */
  readonly sourceText: string | null
}

const addLocalization = (reading: Reading, one: Localization): void => {
  const { builder, sourceLanguage, options, positionOf } = reading
  const { keyName, languageName, localization, sourceText } = one
  const add = (value: ConvertedText | null, offset: number, state: string | null = null) => {
    const isOutdated = state === "new" && languageName !== sourceLanguage
    builder.addValue({ keyName, languageName, value, isOutdated, keyIndex: 0, position: positionOf(offset) })
  }
  const warn = (offset: number, sentence: string) =>
    builder.warn({ keyName, languageName, position: positionOf(offset), sentence })
  const keep = (added: AddedData) =>
    builder.addFormatData(keyName, languageName, added, positionOf(localization.offset))
  const keepState = (state: string | null) => {
    if (state !== null) keep({ textData: { [stateName]: state } })
  }
  /** All of it, as long as its text stays the same. */
  const keepWhole = () => {
    builder.addKey(keyName, positionOf(localization.offset))
    keep({ textData: { [localizationName]: toJson(localization) } })
  }

  const substitutions = memberOf(localization, "substitutions")
  const unit = memberOf(localization, "stringUnit")
  if (unit !== undefined) {
    const { text, offset } = unitValue(unit.value)
    const state = stateOf(unit.value)
    if (text === undefined) warn(offset, "The value is no text: it was skipped.")
    if (text === undefined || (state === "new" && languageName !== sourceLanguage && text === sourceText)) {
      keepWhole()
      return
    }
    add(text === null ? null : convertText(text, appleDialect, options), offset, state)
    keepState(state)
    if (substitutions === undefined) return
    warn(substitutions.nameOffset, "The substitutions of the text are kept, not shown: their variables stay text.")
    keep({ data: { [substitutionsName]: toJson(substitutions.value) } })
    return
  }
  const variations = memberOf(localization, "variations")?.value
  const plural = memberOf(variations, "plural")?.value
  if (plural?.kind !== "object") {
    warn(localization.offset, "The localization has neither a text nor plural forms: it is kept, not shown.")
    keepWhole()
    return
  }
  const others = (variations?.kind === "object" ? [...variations.members] : []).filter(([name]) => name !== "plural")
  for (const [name, { nameOffset }] of others) warn(nameOffset, `Variations by ${name} are kept, not shown.`)
  const states = new Set(
    pluralKeywords.flatMap((keyword) => {
      const form = plural.members.get(keyword)?.value
      return form === undefined ? [] : [stateOf(memberOf(form, "stringUnit")?.value ?? form)]
    })
  )
  const [state = null] = states.size === 1 ? states : []
  add(convertPluralForms(formsOf(plural, warn), appleDialect, options), plural.offset, states.has("new") ? "new" : null)
  const hasUnknownForm = [...plural.members.keys()].some((name) => !pluralKeywords.some((known) => known === name))
  if (others.length > 0 || hasUnknownForm || states.size > 1 || substitutions !== undefined) keepWhole()
  else keepState(state)
}

const stateOf = (unit: TreeNode): string | null => {
  const state = memberOf(unit, "state")?.value
  return state?.kind === "text" ? state.text : null
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
