import { conflictTypeOf, isOverridable } from "@dragoman/domain/import"
import { asPluralText, defaultPluralArgument, isSameText } from "@dragoman/formats"
import {
  Database,
  ImportConflictRepository,
  type ImportOwner,
  ImportRepository,
  ImportSettingsRepository,
  ImportStagingRepository,
  LanguageRepository,
  type PluralConflictRow,
  ProjectRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { hashOfText } from "../applying/decide-batch.ts"
import { importBatchKeysMax } from "../applying/import-source.ts"
import type { ImportChange } from "../thread/import-messages.ts"

/**
 * Changes the owner's live import and computes the consequences: which of several values is selected for a key, which keys are
 * imported, which texts are in conflict. False: the import no longer exists.
 */
export const changeStagedImport = Effect.fn("changeStagedImport")(function* (owner: ImportOwner, change: ImportChange) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const conflicts = yield* ImportConflictRepository
  const settings = yield* ImportSettingsRepository
  const projects = yield* ProjectRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      // A comparison locks the project against writers; resolving conflicts does not need to.
      const isCompared = change.kind !== "resolveAll"
      if (isCompared && Option.isNone(yield* projects.lock(owner.projectId))) return false
      const live = yield* imports.lock(owner)
      if (Option.isNone(live)) return false
      const importId = live.value.id
      const { createNewKeys, importEmptyValues } = yield* settings.get(owner)
      switch (change.kind) {
        case "removeLanguage":
          yield* imports.removeLanguage(change.languageId, change.fileId, change.now)
          yield* conflicts.settleCollisions(importId)
          break
        case "pair":
          if (!(yield* isLanguageOf(owner.projectId, change.existingLanguageId))) return false
          yield* imports.pair(change.languageId, change.existingLanguageId)
          yield* conflicts.settleCollisions(importId)
          yield* findConflicts([change.languageId], importEmptyValues)
          break
        case "setNamespace":
          yield* imports.setNamespace(change.fileId, change.namespace)
          yield* conflicts.settleCollisions(importId)
          yield* conflicts.markImportedKeys([change.fileId], change.createNewKeys)
          yield* findConflicts(yield* imports.listLanguageIds([change.fileId]), importEmptyValues)
          break
        case "setKeyCreation":
          yield* conflicts.markImportedKeys(yield* imports.listFileIds(importId), change.createNewKeys)
          break
        case "setEmptyValues":
          yield* findConflictsOfEmptyValues(
            yield* imports.listLanguageIds(yield* imports.listFileIds(importId)),
            importEmptyValues
          )
          break
        case "refresh": {
          const fileIds = yield* imports.listFileIds(importId)
          yield* conflicts.markImportedKeys(fileIds, createNewKeys)
          yield* findConflictsAgain(yield* imports.listLanguageIds(fileIds), importEmptyValues)
          break
        }
        case "resolveAll":
          // Resolving updates the counts.
          yield* resolveAll(change)
          return true
      }
      yield* conflicts.count(importId)
      return true
    })
  )
})

/** Whether the project still has the language; null: unpaired. */
const isLanguageOf = Effect.fnUntraced(function* (projectId: number, languageId: number | null) {
  const languages = yield* LanguageRepository
  if (languageId === null) return true
  const [found] = yield* languages.listProjects([languageId])
  return found?.projectId === projectId
})

/** Conflicts that cannot be overridden stay unresolved. */
const resolveAll = Effect.fnUntraced(function* (change: Extract<ImportChange, { readonly kind: "resolveAll" }>) {
  const conflicts = yield* ImportConflictRepository
  const { languageId, isOverride, facts } = change
  let afterKeyId = 0
  for (;;) {
    const rows = yield* conflicts.list(languageId, afterKeyId, importBatchKeysMax)
    if (rows.length === 0) return
    const resolved = rows.filter(
      ({ existingText: text, existingState: state }) =>
        !isOverride || isOverridable(conflictTypeOf({ text, state }, facts))
    )
    yield* conflicts.resolve(
      languageId,
      isOverride,
      resolved.map(({ id, existingText }) => ({ id, textHash: hashOfText(existingText) }))
    )
    afterKeyId = rows.at(-1)?.keyId ?? 0
  }
})

/**
 * Compares the texts of import languages with those of the project, in the transaction of the caller, and resets the
 * resolution of their conflicts. `importEmptyValues`: the setting.
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
 * The same, after texts of the project may have changed. A resolution stays if the project's text is still the one that it
 * was made for.
 */
const findConflictsAgain = Effect.fn("findConflictsAgain")(function* (
  languageIds: ReadonlyArray<number>,
  importEmptyValues: boolean
) {
  const conflicts = yield* ImportConflictRepository
  yield* conflicts.detectAgain(languageIds, importEmptyValues)
  yield* dropSamePlurals(languageIds)
  for (const languageId of languageIds) {
    let afterKeyId = 0
    for (;;) {
      const rows = yield* conflicts.listResolved(languageId, afterKeyId, importBatchKeysMax)
      if (rows.length === 0) break
      const outdated = rows.filter(
        ({ existingText, resolvedTextHash }) => hashOfText(existingText) !== resolvedTextHash
      )
      yield* conflicts.reopen(outdated.map(({ id }) => id))
      afterKeyId = rows.at(-1)?.keyId ?? 0
    }
  }
})

/** The same plural can be written in several ways, which SQL cannot compare. */
const dropSamePlurals = Effect.fnUntraced(function* (languageIds: ReadonlyArray<number>) {
  const conflicts = yield* ImportConflictRepository
  for (const languageId of languageIds) {
    let afterKeyId = 0
    for (;;) {
      const rows = yield* conflicts.listPlural(languageId, afterKeyId, importBatchKeysMax)
      if (rows.length === 0) break
      yield* conflicts.drop(rows.filter(isSame).map(({ id }) => id))
      afterKeyId = rows.at(-1)?.keyId ?? 0
    }
  }
})

/** The same for empty values only; the resolution of other conflicts stays. */
const findConflictsOfEmptyValues = Effect.fn("findConflictsOfEmptyValues")(function* (
  languageIds: ReadonlyArray<number>,
  importEmptyValues: boolean
) {
  const conflicts = yield* ImportConflictRepository
  if (importEmptyValues) yield* conflicts.detectEmptyValues(languageIds)
  else yield* conflicts.resetEmptyValues(languageIds)
})

const isSame = ({ value, existingText, isExistingKeyPlural, argumentName }: PluralConflictRow): boolean =>
  isSameText(existingText, isExistingKeyPlural ? asPluralText(value, argumentName ?? defaultPluralArgument) : value)

/** An older unfinished upload belongs to a server that was killed. */
const uploadMillisMax = 60 * 60 * 1000
/** Rows erased in one transaction. */
const erasedRowsMax = 5_000

/** Erases the rows of deleted imports and of uploads that were never finished, in small batches. `now`: epoch ms. */
export const eraseRemovedImports = Effect.fn("eraseRemovedImports")(function* (now: number) {
  const database = yield* Database
  const staging = yield* ImportStagingRepository
  while (yield* database.transaction(staging.eraseSome(now - uploadMillisMax, erasedRowsMax))) yield* Effect.yieldNow
})
