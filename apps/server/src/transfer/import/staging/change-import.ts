import { conflictTypeOf, isOverridable } from "@dragoman/domain/import"
import {
  Database,
  ImportConflictRepository,
  type ImportOwner,
  ImportRepository,
  ImportSettingsRepository,
  LanguageRepository,
  ProjectRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { hashOfText } from "../applying/hash-of-text.ts"
import { importPieceKeysMax } from "../applying/import-source.ts"
import type { ImportChange } from "../thread/import-messages.ts"
import { findConflicts, findConflictsAgain, findConflictsOfEmptyValues } from "./find-conflicts.ts"

/**
 * Changes the owner's live import and works out anew what follows from it: which values hold their keys, which keys are
 * imported, what is in conflict. False: there is no import any more.
 */
export const changeImport = Effect.fn("changeImport")(function* (owner: ImportOwner, change: ImportChange) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const conflicts = yield* ImportConflictRepository
  const settings = yield* ImportSettingsRepository
  const projects = yield* ProjectRepository
  return yield* database.transaction(
    Effect.gen(function* () {
      // What is compared with the project stays as it is meanwhile; decisions about conflicts need not wait for writers.
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
          // What is resolved is counted on the way.
          yield* resolveAll(change)
          return true
      }
      yield* conflicts.count(importId)
      return true
    })
  )
})

/** It may have been deleted since the request was checked. null: of none. */
const isLanguageOf = Effect.fnUntraced(function* (projectId: number, languageId: number | null) {
  const languages = yield* LanguageRepository
  if (languageId === null) return true
  const [found] = yield* languages.listProjects([languageId])
  return found?.projectId === projectId
})

/** Conflicts that cannot be overridden are left to be decided. */
const resolveAll = Effect.fnUntraced(function* (change: Extract<ImportChange, { readonly kind: "resolveAll" }>) {
  const conflicts = yield* ImportConflictRepository
  const { languageId, isOverride, facts } = change
  let afterKeyId = 0
  for (;;) {
    const rows = yield* conflicts.list(languageId, afterKeyId, importPieceKeysMax)
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
