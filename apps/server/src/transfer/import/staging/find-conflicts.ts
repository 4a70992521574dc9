import { asPluralText, defaultPluralArgument, isSameText } from "@dragoman/formats"
import { ImportConflictRepository, type PluralConflictRow } from "@dragoman/store"
import { Effect } from "effect"
import { hashOfText } from "../applying/hash-of-text.ts"
import { importPieceKeysMax } from "../applying/import-source.ts"

/**
 * Compares the texts of import languages with those of the project, in the transaction of the caller; what was decided
 * about them before is forgotten. `importEmptyValues`: as the settings have it.
 * Source: docs/import.md#conflicts.
 */
export const findConflicts = Effect.fn("findConflicts")(function* (
  languageIds: ReadonlyArray<number>,
  importEmptyValues: boolean
) {
  const conflicts = yield* ImportConflictRepository
  yield* conflicts.reset(languageIds)
  yield* conflicts.detect(languageIds, importEmptyValues)
  yield* dropSamePlurals(languageIds)
})

/**
 * The same, when texts of the project may have changed since; what was decided stays where the project's text is the one
 * that it was decided about.
 */
export const findConflictsAgain = Effect.fn("findConflictsAgain")(function* (
  languageIds: ReadonlyArray<number>,
  importEmptyValues: boolean
) {
  const conflicts = yield* ImportConflictRepository
  yield* conflicts.detectAgain(languageIds, importEmptyValues)
  yield* dropSamePlurals(languageIds)
  for (const languageId of languageIds) {
    let afterKeyId = 0
    for (;;) {
      const rows = yield* conflicts.listResolved(languageId, afterKeyId, importPieceKeysMax)
      if (rows.length === 0) break
      const outdated = rows.filter(
        ({ existingText, resolvedTextHash }) => hashOfText(existingText) !== resolvedTextHash
      )
      yield* conflicts.reopen(outdated.map(({ id }) => id))
      afterKeyId = rows.at(-1)?.keyId ?? 0
    }
  }
})

/** Other letters may be the same plural; that is not for SQL to say. */
const dropSamePlurals = Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>) {
  const conflicts = yield* ImportConflictRepository
  for (const languageId of languageIds) {
    let afterKeyId = 0
    for (;;) {
      const rows = yield* conflicts.listPlural(languageId, afterKeyId, importPieceKeysMax)
      if (rows.length === 0) break
      yield* conflicts.drop(rows.filter(isSame).map(({ id }) => id))
      afterKeyId = rows.at(-1)?.keyId ?? 0
    }
  }
})

/** The same for empty values only; what was decided about others stays. */
export const findConflictsOfEmptyValues = Effect.fn("findConflictsOfEmptyValues")(function* (
  languageIds: ReadonlyArray<number>,
  importEmptyValues: boolean
) {
  const conflicts = yield* ImportConflictRepository
  if (importEmptyValues) yield* conflicts.detectEmptyValues(languageIds)
  else yield* conflicts.resetEmptyValues(languageIds)
})

const isSame = ({ value, existingText, isExistingKeyPlural, argumentName }: PluralConflictRow): boolean =>
  isSameText(existingText, isExistingKeyPlural ? asPluralText(value, argumentName ?? defaultPluralArgument) : value)
