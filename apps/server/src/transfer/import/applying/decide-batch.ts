import { hash } from "node:crypto"
import type { JsonObject } from "@dragoman/domain/activity"
import type { ErrorCode } from "@dragoman/domain/error"
import {
  type ConflictType,
  decideResolution,
  decideTranslation,
  importLimits,
  isOverridable
} from "@dragoman/domain/import"
import { includesLanguage } from "@dragoman/domain/permission"
import { needsStateEdit, setText, type Translation, untranslated } from "@dragoman/domain/translation"
import { asPluralText, defaultPluralArgument, isSameText } from "@dragoman/formats"
import type { FormatDataRow, KeyRow, TranslationRow } from "@dragoman/store"
import type { ContentProject } from "../../../change/change-project.ts"
import { findBrokenIcu } from "../../../content/translation/broken-icu.ts"
import { decideCustomValues, decideFormatData, type FormatDataWrite } from "./decide-format-data.ts"
import type { ImportConflict } from "./import-report.ts"
import type { ApplyOptions, ImportKey, ImportText, KeyName } from "./import-source.ts"

/** The same for all batches of an import. */
export interface DecisionContext {
  readonly project: ContentProject
  readonly options: ApplyOptions
  /** Languages in which the caller may change states, and so override protected texts; null: all. */
  readonly stateChangeLanguageIds: ReadonlyArray<number> | null
}

/** Some keys of the import, and the project's rows of them. */
export interface BatchFacts {
  readonly keys: ReadonlyArray<ImportKey>
  /** The row of each key, in their order. New keys have none. */
  readonly rows: ReadonlyArray<KeyRow | undefined>
  /** Rows of these keys, at least in the languages of their imported texts. */
  readonly translations: ReadonlyArray<TranslationRow>
  /** Those of these translations. */
  readonly formatData: ReadonlyArray<FormatDataRow>
}

/** A translation that changes; `before` null: there is no row. */
export interface TranslationWrite {
  readonly languageId: number
  readonly before: TranslationRow | null
  readonly after: Translation
}

/** How one key is written. */
export interface DecidedKey {
  readonly imported: ImportKey
  /** null: it is created. */
  readonly existing: KeyRow | null
  readonly description: string | null
  readonly customValues: JsonObject | null
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
  /** Changes to the row of an existing key; `meta`: description or custom values. */
  readonly changes: { readonly plural: boolean; readonly meta: boolean }
  readonly writes: ReadonlyArray<TranslationWrite>
  /** Changes to what files say about the texts. */
  readonly formatData: ReadonlyArray<FormatDataWrite>
  /** The project's other texts of the key change as well: they become plurals, or outdated. */
  readonly touchesOthers: { readonly becomesPlural: boolean; readonly replacesBase: boolean } | null
}

/** Why an imported text is not written, although the project has another one. */
export type LeftReason =
  | "KEPT"
  | "CONFLICT"
  | "PROTECTED"
  | "DISABLED"
  | "EMPTY_VALUE"
  | "LANGUAGE_NOT_SELECTED"
  | "NOT_VALID_ICU"

export interface LeftText {
  readonly key: ImportKey
  /** null: paired with none. */
  readonly languageId: number | null
  /** null, here and below: no text. */
  readonly existing: string | null
  readonly imported: string | null
  readonly reason: LeftReason
}

export interface DecidedBatch {
  readonly keys: ReadonlyArray<DecidedKey>
  /** Keys that the import names without changing them. */
  readonly untouchedKeyIds: ReadonlyArray<number>
  readonly unresolved: ReadonlyArray<ImportConflict>
  /** Imported texts that say something else than the project and are not written. */
  readonly leftTexts: ReadonlyArray<LeftText>
  /** Translations that were not expected to differ. */
  readonly unexpected: ReadonlyArray<{ readonly id: number; readonly key: ImportKey }>
  /** Left out because the project has them (`isKnown`), or because it does not. */
  readonly skippedKeys: ReadonlyArray<KeyName & { readonly isKnown: boolean }>
  /** Their custom values would be too long with those of the import. */
  readonly keysWithoutCustomValues: ReadonlyArray<ImportKey>
  /** Texts that contradict the caller's expectation. */
  readonly rejected: ReadonlyArray<{ readonly code: ErrorCode; readonly key: ImportKey; readonly languageId: number }>
  /** A text has a language that is paired with none of the project. */
  readonly needsPairing: boolean
  readonly writtenLanguageIds: ReadonlySet<number>
  /** Languages of reviewed texts that change although they are protected. */
  readonly reviewedLanguageIds: ReadonlySet<number>
}

/** Decides how each key and text is written. */
export const decideBatch = (context: DecisionContext, facts: BatchFacts): DecidedBatch => {
  const { options } = context
  const rowsByKeyId = Map.groupBy(facts.translations, ({ keyId }) => keyId)
  const dataByTranslationId = Map.groupBy(facts.formatData, ({ translationId }) => translationId)
  const batch = startBatch()
  for (const [index, key] of facts.keys.entries()) {
    const existing = facts.rows[index] ?? null
    if (existing === null ? !options.createNewKeys : options.skipExistingKeys) {
      batch.skippedKeys.push({ namespace: key.namespace, name: key.name, isKnown: existing !== null })
      continue
    }
    const rows = existing === null ? [] : (rowsByKeyId.get(existing.id) ?? [])
    const written = textsToWrite(context, batch, key, existing, rows)
    const data = dataByTranslationId.size === 0 ? [] : rows.flatMap(({ id }) => dataByTranslationId.get(id) ?? [])
    const isTouched = existing === null || written.length > 0 || data.length > 0 || saysMore(key)
    if (isTouched) batch.keys.push(decideKey(context, batch, key, { existing, rows, data }, written))
    else batch.untouchedKeyIds.push(existing.id)
  }
  return batch
}

/** A decided batch under construction. */
interface BatchInProgress extends DecidedBatch {
  readonly keys: Array<DecidedKey>
  readonly untouchedKeyIds: Array<number>
  readonly skippedKeys: Array<DecidedBatch["skippedKeys"][number]>
  readonly keysWithoutCustomValues: Array<ImportKey>
  readonly unresolved: Array<ImportConflict>
  readonly leftTexts: Array<LeftText>
  readonly unexpected: Array<DecidedBatch["unexpected"][number]>
  readonly rejected: Array<DecidedBatch["rejected"][number]>
  needsPairing: boolean
  readonly writtenLanguageIds: Set<number>
  readonly reviewedLanguageIds: Set<number>
}

const startBatch = (): BatchInProgress => ({
  keys: [],
  untouchedKeyIds: [],
  skippedKeys: [],
  keysWithoutCustomValues: [],
  unresolved: [],
  leftTexts: [],
  unexpected: [],
  rejected: [],
  needsPairing: false,
  writtenLanguageIds: new Set(),
  reviewedLanguageIds: new Set()
})

/** An imported text to be written, and the row that it replaces. */
interface WrittenText {
  readonly text: ImportText
  readonly row: TranslationRow | null
}

const noneWritten: ReadonlyArray<WrittenText> = []

const textsToWrite = (
  context: DecisionContext,
  batch: BatchInProgress,
  key: ImportKey,
  existing: KeyRow | null,
  rows: ReadonlyArray<TranslationRow>
): ReadonlyArray<WrittenText> => {
  // A key becomes a plural only when a plural text is written, so texts of other keys are compared unchanged.
  const argumentName = existing?.isPlural ? argumentOf(existing, key) : null
  let written: Array<WrittenText> | null = null
  for (const text of key.texts) {
    const row = rows.find(({ languageId }) => languageId === text.languageId) ?? null
    if (!isWritten(context, batch, key, { text, row }, argumentName)) continue
    written ??= []
    written.push({ text, row })
  }
  return written ?? noneWritten
}

const isWritten = (
  { project, options, stateChangeLanguageIds }: DecisionContext,
  batch: BatchInProgress,
  key: ImportKey,
  { text, row }: WrittenText,
  argumentName: string | null
): boolean => {
  const { languageId, mode } = text
  const newText = storedText(text, argumentName)
  const oldText = row?.text ?? ""
  const leave = (reason: LeftReason) =>
    batch.leftTexts.push({ key, languageId, existing: oldText || null, imported: newText || null, reason })
  if (languageId === null) {
    batch.needsPairing = true
    leave("LANGUAGE_NOT_SELECTED")
    return false
  }
  const isUnchanged = isSame(text, oldText, argumentName)
  const isPlural = text.isPlural || argumentName !== null
  if (!isUnchanged && findBrokenIcu(project, newText, isPlural) !== null) {
    leave("NOT_VALID_ICU")
    return false
  }
  const imported = { isEmpty: newText === "", importEmptyValues: options.importEmptyValues }
  if (mode.kind === "resolution") {
    const decision = decideResolution(mode.resolution, row, imported)
    if (decision.kind === "error") batch.rejected.push({ code: decision.code, key, languageId })
    return decision.kind === "write" && !isUnchanged
  }
  const decision = decideTranslation({
    ...imported,
    existing: row,
    isSameText: isUnchanged,
    resolution: resolutionOf(text, row),
    forceMode: mode.kind === "expectNoConflict" ? "EXPECT_NO_CONFLICT" : options.forceMode,
    overrideMode: options.overrideMode,
    protection: project.translationProtection,
    mayChangeState: row?.state === "REVIEWED" && includesLanguage(stateChangeLanguageIds, languageId)
  })
  if (decision.kind === "unchanged" && !isUnchanged) leave("EMPTY_VALUE")
  if (decision.kind === "unchanged" && isUnchanged) return marksOutdated(project, text, row)
  if (decision.kind === "keep") leave("KEPT")
  if (decision.kind === "unexpected") batch.unexpected.push({ id: row?.id ?? 0, key })
  if (decision.kind === "unresolved") {
    leave(reasonOfConflict[decision.conflictType ?? "none"])
    batch.unresolved.push({
      keyName: key.name,
      keyNamespace: key.namespace,
      language: project.languages.find(({ id }) => id === languageId)?.tag ?? "",
      isOverridable: isOverridable(decision.conflictType)
    })
  }
  return decision.kind === "write"
}

/** A file can mark a text outdated, and never unmarks the same text: most tools know nothing of the mark (ADR 40). */
const marksOutdated = ({ languages }: ContentProject, text: ImportText, translation: Translation | null): boolean =>
  text.isOutdated === true &&
  translation !== null &&
  translation.text !== null &&
  !translation.outdated &&
  languages.some(({ id, base }) => id === text.languageId && !base)

const reasonOfConflict = {
  none: "CONFLICT",
  SHOULD_NOT_EDIT_REVIEWED: "PROTECTED",
  CANNOT_EDIT_REVIEWED: "PROTECTED",
  CANNOT_EDIT_DISABLED: "DISABLED"
} as const satisfies Record<ConflictType | "none", LeftReason>

/** The rows of a key. `existing` null: it is created. */
interface StoredKey {
  readonly existing: KeyRow | null
  readonly rows: ReadonlyArray<TranslationRow>
  readonly data: ReadonlyArray<FormatDataRow>
}

const decideKey = (
  { project, options }: DecisionContext,
  batch: BatchInProgress,
  key: ImportKey,
  { existing, rows, data }: StoredKey,
  written: ReadonlyArray<WrittenText>
): DecidedKey => {
  const texts = existing === null ? key.texts : written.map(({ text }) => text)
  const becomesPlural = existing?.isPlural !== true && texts.some(({ isPlural }) => isPlural)
  const isPlural = becomesPlural || existing?.isPlural === true
  const pluralArgumentName = isPlural ? argumentOf(existing, key) : (existing?.pluralArgumentName ?? null)
  const baseId = project.languages.find(({ base }) => base)?.id
  const replacesBase = written.some(({ text, row }) => text.languageId === baseId && (row?.text ?? null) !== null)
  const writes = written.map(({ text, row }): TranslationWrite => {
    const languageId = text.languageId ?? 0
    const before = row ?? untranslated
    const newText = storedText(text, isPlural ? pluralArgumentName : null)
    batch.writtenLanguageIds.add(languageId)
    if (needsStateEdit(before, newText, project.translationProtection)) batch.reviewedLanguageIds.add(languageId)
    // Not outdated even if the base text changes: both come from the same import.
    const after = setText(before, newText, project.translationProtection)
    const isOutdated = marksOutdated(project, text, after)
    return { languageId, before: row, after: isOutdated ? { ...after, outdated: true } : after }
  })
  const keepsDescription = existing?.description && !(options.overrideKeyDescriptions && key.description !== null)
  const description = keepsDescription ? existing.description : key.description
  const hasBaseText =
    rows.some(({ languageId, text }) => languageId === baseId && text !== null) ||
    key.texts.some(({ languageId, text, isRepeated }) => languageId === baseId && text !== "" && !isRepeated)
  const merged = decideCustomValues(existing?.customValues ?? null, key.customValues, baseId ?? null, hasBaseText)
  const isTooLong = JSON.stringify(merged.customValues).length > importLimits.customValuesMaxUtf16Units
  if (isTooLong) batch.keysWithoutCustomValues.push(key)
  const customValues = isTooLong ? (existing?.customValues ?? null) : merged.customValues
  const formatData = decideFormatData({
    key,
    otherValues: merged.otherValues,
    rows,
    data,
    textAfter: (languageId) => writes.find((write) => write.languageId === languageId)?.after.text,
    isSameText: (text, row) => isSame(text, row?.text ?? "", isPlural ? pluralArgumentName : null),
    keepsExisting: options.forceMode === "KEEP"
  })
  for (const { languageId } of formatData) batch.writtenLanguageIds.add(languageId)
  return {
    imported: key,
    existing,
    description,
    customValues,
    isPlural,
    pluralArgumentName,
    changes: {
      plural: existing !== null && becomesPlural,
      meta: existing !== null && (description !== existing.description || !isEqual(customValues, existing.customValues))
    },
    writes,
    formatData,
    touchesOthers: existing !== null && (becomesPlural || replacesBase) ? { becomesPlural, replacesBase } : null
  }
}

/** The import has more about the key than its texts. */
const saysMore = ({ description, customValues, formatData, codeReferences }: ImportKey): boolean =>
  description !== null || customValues.length > 0 || formatData.length > 0 || codeReferences.length > 0

/** Argument of the plural; an existing plural key keeps its own. */
const argumentOf = (existing: KeyRow | null, key: ImportKey): string =>
  (existing?.isPlural ? existing.pluralArgumentName : null) ?? key.pluralArgumentName ?? defaultPluralArgument

const resolutionOf = ({ mode }: ImportText, row: TranslationRow | null): "override" | "keep" | null =>
  (mode.kind === "override" || mode.kind === "keep") && mode.existingTextHash === hashOfText(row?.text ?? null)
    ? mode.kind
    : null

/** The text in its stored form, `""` for none. `argumentName` null: the key is not a plural. */
const storedText = ({ text, isPlural }: ImportText, argumentName: string | null): string => {
  if (argumentName !== null) return asPluralText(text, argumentName) ?? ""
  // A plural with only empty forms is an empty text, whatever its argument.
  return isPlural && asPluralText(text, defaultPluralArgument) === null ? "" : text
}

/** The project has the imported text already. */
const isSame = (text: ImportText, oldText: string, argumentName: string | null): boolean => {
  const newText = storedText(text, argumentName)
  return oldText === newText || ((text.isPlural || argumentName !== null) && isSameText(oldText, newText))
}

const isEqual = (left: JsonObject | null, right: JsonObject | null): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** Identifies the text that a resolution was made for; a missing text counts as empty. */
export const hashOfText = (text: string | null): string => hash("sha256", text ?? "", "base64url")
