import type { ImportAddFilesModel } from "@dragoman/api"
import { ImportRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { receiveUpload, type UploadedFile } from "../../../platform/body/receive-upload.ts"

import { Settings } from "../../../platform/settings/settings.ts"
import type { StagedUpload } from "../thread/import-messages.ts"
import { ImportThread } from "../thread/import-thread.ts"
import { importLanguageToModel } from "./import-to-model.ts"

/** Languages that the answer shows. */
const shownLanguagesMax = 100

/**
 * Adds files to the caller's import in this project, or begins one. Files that cannot be read are reported beside those
 * that can.
 */
export const addImportFiles = Effect.fn("addImportFiles")(function* (
  access: ProjectAccess<"translations.view">,
  request: HttpServerRequest.HttpServerRequest,
  structureDelimiter: string | null
) {
  const { maxUploadBytes } = yield* Settings
  const thread = yield* ImportThread
  const { files } = yield* receiveUpload(request, { file: "files", json: "params" })
  const now = yield* Clock.currentTimeMillis
  const staged = yield* thread
    .stage({
      projectId: access.projectId,
      userId: access.caller.userId,
      files,
      structureDelimiter,
      uncompressedBytesMax: maxUploadBytes,
      now
    })
    .pipe(
      Effect.catchTag("WorkerFailed", () => Effect.succeed(unreadable(files))),
      Effect.ensuring(thread.erase)
    )
  return yield* toModel(staged)
}, Effect.scoped)

/** The thread died of the upload: for the client it is one that cannot be read. */
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

const toModel = Effect.fnUntraced(function* ({ importId, errors, warnings, notices, noticeCount }: StagedUpload) {
  const imports = yield* ImportRepository
  const none: ImportAddFilesModel = { errors, warnings, result: null, formats: [], notices, noticeCount }
  if (importId === null) return none
  const { total, rows } = yield* imports.listLanguages(importId, {
    offset: 0,
    limit: shownLanguagesMax,
    sort: [{ property: "id", direction: "asc" }]
  })
  const formats = yield* imports.listFormats(importId)
  const model: ImportAddFilesModel = {
    errors,
    warnings,
    result: {
      _embedded: { languages: rows.map(importLanguageToModel) },
      page: {
        size: shownLanguagesMax,
        totalElements: total,
        totalPages: Math.ceil(total / shownLanguagesMax),
        number: 0
      }
    },
    formats: formats.map(({ id, name, format, formatReason }) => ({
      importFileId: id,
      fileName: name,
      format,
      reason: JSON.parse(formatReason).reason
    })),
    notices,
    noticeCount
  }
  return model
})
