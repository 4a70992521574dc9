import {
  ImportAddFilesParams,
  type ImportNamespaceBody,
  type ImportSettingsBody,
  type ImportSettingsModel
} from "@dragoman/api"
import { fieldErrors } from "@dragoman/domain/error"
import { conflictTypeOf, importLimits } from "@dragoman/domain/import"
import { toNamespaceName } from "@dragoman/domain/key"
import { sizeBetween } from "@dragoman/domain/validation"
import {
  Database,
  ImportConflictRepository,
  ImportRepository,
  ImportSettingsRepository,
  LanguageRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJsonPart } from "../../../platform/body/json-body.ts"
import { receiveUpload, type UploadedFile } from "../../../platform/body/receive-body.ts"
import { failWith } from "../../../platform/fail.ts"
import { Settings } from "../../../platform/settings/settings.ts"
import type { ProjectAccess } from "../../../service/access/access.ts"
import { recordChange } from "../../../service/audit/record-audit.ts"
import { hashOfText } from "../applying/decide-batch.ts"
import { importUserOf, ownerOf } from "../applying/import-source.ts"
import type { StagedUpload } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { conflictFactsOf, getImportContent, getImportLanguage } from "./import-queries.ts"
import { importAddFilesToModel } from "./import-shapes.ts"

/**
 * Adds files to the caller's import on a branch of the project, or starts one. Unreadable files are reported and do not reject the
 * others.
 */
export const addImportFiles = Effect.fn("addImportFiles")(function* (
  access: ProjectAccess<"translations.view">,
  branchId: number | null,
  request: HttpServerRequest.HttpServerRequest,
  structureDelimiter: string | null
) {
  const { maxUploadBytes } = yield* Settings
  const thread = yield* ImportThread
  const { files, json } = yield* receiveUpload(request, { file: "files", json: "params" })
  const { fileMappings } = json === null ? {} : yield* decodeJsonPart("params", ImportAddFilesParams, json)
  const now = yield* Clock.currentTimeMillis
  const staged = yield* thread
    .stage({
      owner: ownerOf(access, branchId),
      files,
      structureDelimiter,
      fileMappings: fileMappings ?? [],
      uncompressedBytesMax: maxUploadBytes,
      now
    })
    .pipe(
      Effect.catchTag("WorkerFailed", () => Effect.succeed(unreadable(files))),
      Effect.ensuring(thread.erase)
    )
  const content = staged.importId === null ? null : yield* getImportContent(staged.importId)
  return importAddFilesToModel(staged, content)
}, Effect.scoped)

/** The upload ended the thread: for the client its files are unreadable. */
const unreadable = (files: ReadonlyArray<UploadedFile>): StagedUpload => ({
  importId: null,
  errors: files.map(({ name }) => ({
    code: "cannot_parse_file",
    params: [name, "The file could not be processed; it may be too large or too complex"]
  })),
  warnings: [],
  notices: [],
  noticeCount: 0
})

/** Removes the caller's import; its rows are erased in the background. */
export const cancelImport = Effect.fn("cancelImport")(function* (
  access: ProjectAccess<"translations.view">,
  branchId: number | null
) {
  const imports = yield* ImportRepository
  const database = yield* Database
  const thread = yield* ImportThread
  const found = yield* imports.find(ownerOf(access, branchId))
  if (Option.isNone(found)) return yield* failWith("resource_not_found")
  const now = yield* Clock.currentTimeMillis
  yield* database.transaction(imports.markDeleted(found.value.id, now))
  yield* thread.erase
})

/**
 * Removes one language of the caller's import, and the keys that only this language has. Removing the last language removes
 * the import.
 */
export const deleteImportLanguage = Effect.fn("deleteImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number
) {
  const thread = yield* ImportThread
  const now = yield* Clock.currentTimeMillis
  const { id, fileId, branchId } = yield* getImportLanguage(access, languageId)
  const removal = { kind: "removeLanguage", languageId: id, fileId, now } as const
  if (!(yield* thread.change(ownerOf(access, branchId), removal))) {
    return yield* failWith("resource_not_found")
  }
  yield* thread.erase
})

/**
 * Pairs a language of the caller's import with one of the project; null: with none. Several may have the same one. Resets
 * the resolution of its conflicts.
 */
export const pairImportLanguage = Effect.fn("pairImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  importLanguageId: number,
  existingLanguageId: number | null
) {
  const thread = yield* ImportThread
  const { id, branchId } = yield* getImportLanguage(access, importLanguageId)
  if (existingLanguageId !== null) yield* checkExisting(access.projectId, existingLanguageId)
  const change = { kind: "pair", languageId: id, existingLanguageId } as const
  const isChanged = yield* thread.change(ownerOf(access, branchId), change)
  if (!isChanged) return yield* failWith("resource_not_found")
})

const checkExisting = Effect.fnUntraced(function* (projectId: number, languageId: number) {
  const languages = yield* LanguageRepository
  const [found] = yield* languages.listProjects([languageId])
  if (found?.projectId !== projectId) return yield* failWith("language_not_found")
})

/**
 * Selects the namespace for the keys of a file of the caller's import; blank: the default one.
 */
export const selectImportNamespace = Effect.fn("selectImportNamespace")(function* (
  access: ProjectAccess<"translations.view">,
  fileId: number,
  body: ImportNamespaceBody
) {
  const thread = yield* ImportThread
  const imports = yield* ImportRepository
  const settings = yield* ImportSettingsRepository
  const user = importUserOf(access)
  const file = yield* imports.findFile(user, fileId)
  if (Option.isNone(file)) return yield* failWith("resource_not_found")
  const message = sizeBetween(0, importLimits.namespaceMaxUtf16Units, body.namespace)
  if (message !== null) return yield* Effect.fail(fieldErrors({ namespace: message }))
  const { createNewKeys } = yield* settings.get(user)
  const namespace = toNamespaceName(body.namespace)
  const change = { kind: "setNamespace", fileId, namespace, createNewKeys } as const
  const isChanged = yield* thread.change(ownerOf(access, file.value.branchId), change)
  if (!isChanged) return yield* failWith("resource_not_found")
})

/**
 * Sets the caller's import settings in this project. Whether new keys are created decides which keys of the caller's imports
 * are shown; whether empty values are imported decides which of their texts are in conflict.
 */
export const setImportSettings = Effect.fn("setImportSettings")(function* (
  access: ProjectAccess<"translations.edit">,
  body: ImportSettingsBody
) {
  const settings: ImportSettingsModel = { ...body, importEmptyValues: body.importEmptyValues ?? false }
  const database = yield* Database
  const repository = yield* ImportSettingsRepository
  const imports = yield* ImportRepository
  const thread = yield* ImportThread
  const user = importUserOf(access)
  const before = yield* repository.get(user)
  const { caller, organizationId, projectId } = access
  const event = { action: "IMPORT_SETTINGS_SET", organizationId, projectId } as const
  yield* database.transaction(
    Effect.andThen(repository.save(user, settings), recordChange(caller, event, { ...before }, { ...settings }))
  )
  for (const branchId of yield* imports.listBranches(user)) {
    const owner = ownerOf(access, branchId)
    if (before.createNewKeys !== settings.createNewKeys) {
      const { createNewKeys } = settings
      yield* thread.change(owner, { kind: "setKeyCreation", createNewKeys })
    }
    if (before.importEmptyValues !== settings.importEmptyValues) {
      yield* thread.change(owner, { kind: "setEmptyValues" })
    }
  }
  return settings
})

/**
 * Resolves one conflict of the caller's import, until the project's text changes. Does nothing without a conflict.
 */
export const resolveImportTranslation = Effect.fn("resolveImportTranslation")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  translationId: number,
  isOverride: boolean
) {
  const database = yield* Database
  const imports = yield* ImportRepository
  const conflicts = yield* ImportConflictRepository
  yield* database.transaction(
    Effect.gen(function* () {
      const { branchId } = yield* getImportLanguage(access, languageId)
      yield* imports.lock(ownerOf(access, branchId))
      const language = yield* getImportLanguage(access, languageId)
      const found = yield* imports.findTranslation(language.id, translationId)
      if (Option.isNone(found)) return yield* failWith("resource_not_found")
      const { conflict } = found.value
      if (conflict === null) return
      const type = conflictTypeOf(conflict, yield* conflictFactsOf(access, language.existingLanguageId))
      if (isOverride && type === "CANNOT_EDIT_REVIEWED") {
        return yield* failWith("cannot_modify_reviewed_translation")
      }
      if (isOverride && type === "CANNOT_EDIT_DISABLED") {
        return yield* failWith("cannot_modify_disabled_translation")
      }
      yield* conflicts.resolve(language.id, isOverride, [{ id: translationId, textHash: hashOfText(conflict.text) }])
    })
  )
})

/**
 * Resolves every conflict of one language, except those that cannot be overridden.
 */
export const resolveAllImportTranslations = Effect.fn("resolveAllImportTranslations")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number,
  isOverride: boolean
) {
  const thread = yield* ImportThread
  const { id, branchId, existingLanguageId } = yield* getImportLanguage(access, languageId)
  const facts = yield* conflictFactsOf(access, existingLanguageId)
  const change = { kind: "resolveAll", languageId: id, isOverride, facts } as const
  const isChanged = yield* thread.change(ownerOf(access, branchId), change)
  if (!isChanged) return yield* failWith("resource_not_found")
})
