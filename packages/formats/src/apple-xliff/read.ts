import { idAttributeNotProvided, type SourcePosition, unnamedLanguage } from "@dragoman/domain/import"
import { buildImportedFile, type ImportedFileBuilder } from "../imported-file-builder.ts"
import { appleDialect } from "../placeholder/dialect/apple-placeholder.ts"
import { convertPluralForms, convertText } from "../placeholder/reading/convert-text.ts"
import type { PluralKeyword } from "../plural/plural-keyword.ts"
import type { ReadableFormat, ReadOptions, ReadResult } from "../reader.ts"
import { startLayoutCount } from "../xliff/layout-count.ts"
import { parseXliff, type XliffDocument } from "../xliff/parse-xliff.ts"
import { readXliffDocument, xliffVariants } from "../xliff/read.ts"
import { dataOfState, isUntouched, needsWork, type TargetState } from "../xliff/target-state.ts"
import type { XliffUnit, XliffValue } from "../xliff/xliff-unit.ts"
import { isStringsdict, layoutNames, parseUnitId, type UnitId } from "./unit-id.ts"

/** Reads XLIFF: requested as that of Apple's tools, or recognized as such, it has a key layout of its own. */
export const readXliff = (text: string, options: ReadOptions): ReadResult => {
  const document = parseXliff(text)
  if (document.kind === "failure") return document
  const isApple = options.format === formatName || isAppleXliff(document)
  return isApple ? readAppleDocument(document, options) : readXliffDocument(document, options)
}

/** Apple's tools name the kind of their files in `original`. */
const isAppleXliff = ({ fileOriginals }: XliffDocument): boolean =>
  fileOriginals.some((original) => /\.(?:strings|stringsdict|xcstrings)$/.test(original))

/**
 * The units of Apple's tools: forms of plurals are units of their own, and the layout of the file is kept in custom values.
 * A plural takes the place of a text that is not one.
 * Source: docs/formats.md#apple-xliff.
 */
const readAppleDocument = (document: XliffDocument, options: ReadOptions): ReadResult => {
  const builder = buildImportedFile(options.textMaxUtf16Units, document.utf16Units)
  const keys = new Map<string, KeyInProgress>()
  const layout = startLayoutCount()
  const [first] = document.units
  if (first !== undefined) builder.setLanguage(targetNameOf(first), sourceNameOf(first))
  for (const unit of document.units) {
    if (unit.id === null) {
      builder.raise(idAttributeNotProvided(unit.fileOriginal, unit.position))
      continue
    }
    const id = parseUnitId(unit.id, unit.fileOriginal)
    if (id.kind === "definition") continue
    if (!unit.isTranslatable) {
      builder.recordKey(id.keyName)
      continue
    }
    if (id.keyName.trim() === "") {
      builder.recordSkippedPart({ position: unit.position, sentence: "The id of a unit is empty; it was skipped." })
    }
    const key = keys.get(id.keyName) ?? startKey(id.keyName)
    keys.set(id.keyName, key)
    addUnit(key, id, unit)
    layout.add(unit.source, unit.source?.position ?? unit.position)
    layout.add(unit.target, unit.target?.position ?? unit.position)
  }
  for (const key of keys.values()) {
    if (builder.hasFailed()) break
    addKey(builder, key, options)
  }
  builder.warnOfFile(layout.warning())
  const reason = options.format === formatName ? "requested" : "fallback"
  return builder.finish({ format: formatName, reason, scores: [] }, null)
}

interface KeyInProgress {
  readonly keyName: string
  readonly texts: Array<TextInProgress>
  /** By role and language: source and target may have the same one. */
  readonly plurals: Map<string, PluralInProgress>
  /** Their targets only have the sources. */
  readonly untouchedLanguages: Set<string>
  readonly notes: Array<XliffValue>
  textOriginal: string | null
  pluralOriginal: string | null
  property: string | null
}

interface TextInProgress {
  readonly languageName: string
  readonly value: XliffValue
  /** The state of a target; null = it is a source. */
  readonly state: TargetState | null
}

interface PluralInProgress {
  readonly languageName: string
  readonly position: SourcePosition
  readonly forms: Map<PluralKeyword, string>
  /** The states of the targets of the forms. */
  readonly states: Array<TargetState>
  /** All of them only have their sources. */
  isUntouched: boolean
}

const startKey = (keyName: string): KeyInProgress => ({
  keyName,
  texts: [],
  plurals: new Map(),
  untouchedLanguages: new Set(),
  notes: [],
  textOriginal: null,
  pluralOriginal: null,
  property: null
})

const sourceNameOf = ({ sourceLanguage }: XliffUnit): string =>
  sourceLanguage === unnamedLanguage ? "unknown source" : sourceLanguage

const targetNameOf = ({ targetLanguage }: XliffUnit): string =>
  targetLanguage === unnamedLanguage ? "unknown target" : targetLanguage

const addUnit = (key: KeyInProgress, id: Exclude<UnitId, { readonly kind: "definition" }>, unit: XliffUnit): void => {
  const { fileOriginal, note } = unit
  const values = [
    ["source", unit.source, sourceNameOf(unit)],
    ["target", unit.target, targetNameOf(unit)]
  ] as const
  if (id.kind === "text") key.textOriginal ??= fileOriginal
  else key.pluralOriginal ??= fileOriginal
  if (id.kind === "form") key.property ??= id.property
  for (const [role, value, languageName] of values) {
    if (value === null) continue
    const state = role === "target" ? { state: value.state, isApproved: unit.isApproved } : null
    const isSource = role === "target" && isUntouched(value.state, value.text, unit.source?.text ?? null)
    if (id.kind === "text") {
      if (isSource) key.untouchedLanguages.add(languageName)
      else key.texts.push({ languageName, value, state })
      continue
    }
    const identity = `${role} ${languageName}`
    const plural = key.plurals.get(identity) ?? startPlural(languageName, value.position)
    if (!plural.forms.has(id.keyword)) plural.forms.set(id.keyword, value.text)
    if (state !== null) plural.states.push(state)
    plural.isUntouched &&= isSource
    key.plurals.set(identity, plural)
  }
  if (note !== null) key.notes.push(note)
}

const startPlural = (languageName: string, position: SourcePosition): PluralInProgress => ({
  languageName,
  position,
  forms: new Map(),
  states: [],
  isUntouched: true
})

const addKey = (builder: ImportedFileBuilder, key: KeyInProgress, options: ReadOptions): void => {
  const { keyName } = key
  const add = (
    languageName: string,
    value: ReturnType<typeof convertText>,
    states: ReadonlyArray<TargetState>,
    position: SourcePosition
  ) => {
    const isOutdated = states.some(({ state }) => needsWork(state))
    builder.addValue({ keyName, languageName, value, isOutdated, keyIndex: 0, position })
    const [first] = states
    const isOne = states.every((one) => one.state === first?.state && one.isApproved === first.isApproved)
    const data = first !== undefined && isOne ? dataOfState(first) : undefined
    if (data !== undefined) builder.addFormatData(keyName, languageName, data, position)
  }
  builder.recordKey(keyName)
  const pluralLanguages = new Set<string>()
  for (const plural of key.plurals.values()) {
    const { languageName, position, forms, states } = plural
    if (plural.isUntouched) {
      builder.addLanguage(languageName)
      continue
    }
    if (!forms.has("other")) {
      const sentence = 'The plural has no form "other": it was skipped.'
      builder.warn({ keyName, languageName, position, sentence })
      continue
    }
    pluralLanguages.add(languageName)
    add(languageName, convertPluralForms(forms, appleDialect, options), states, position)
  }
  for (const { languageName, value, state } of key.texts) {
    if (pluralLanguages.has(languageName)) continue
    add(languageName, convertText(value.text, appleDialect, options), state === null ? [] : [state], value.position)
  }
  for (const languageName of key.untouchedLanguages) builder.addLanguage(languageName)
  for (const { text, position } of key.notes) if (text.trim() !== "") builder.addDescription(keyName, text, position)
  addLayout(builder, key, pluralLanguages.size > 0)
}

const addLayout = (builder: ImportedFileBuilder, key: KeyInProgress, isPlural: boolean): void => {
  const { keyName, textOriginal, pluralOriginal, property } = key
  const position = key.texts[0]?.value.position ?? [...key.plurals.values()][0]?.position ?? { line: 1, column: 1 }
  const original = isPlural ? pluralOriginal : textOriginal
  const keep = (name: string, value: string | null) => {
    if (value !== null && value.trim() !== "") builder.addCustomValue(keyName, name, value, position)
  }
  keep(layoutNames.original, original)
  if (!isPlural) return
  if (isStringsdict(pluralOriginal ?? "")) keep(layoutNames.property, property)
  keep(layoutNames.stringsOriginal, textOriginal)
}

const formatName = "APPLE_XLIFF"

export const xliffFormat: Pick<ReadableFormat, "extensions" | "variants"> = {
  extensions: ["xliff", "xlf"],
  variants: [...xliffVariants, { format: formatName, dialect: appleDialect, weight: null }]
}
