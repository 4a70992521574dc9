import { open } from "node:fs/promises"
import { join } from "node:path"
import { GlossaryRepository } from "@dragoman/store"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeTemporaryFolder, receiveUpload, rejectOtherBody } from "../../platform/body/receive-body.ts"
import { attachment } from "../../platform/http/content-disposition.ts"
import { exportLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { checkTexts } from "./change-glossaries.ts"
import type { GlossaryFormat } from "./glossary-file-messages.ts"
import { GlossaryFileThread } from "./glossary-file-thread.ts"
import { getGlossary, viewerOf } from "./glossary-queries.ts"
import { glossaryObject } from "./glossary-shapes.ts"
import { inGlossary } from "./manage-glossary.ts"

/** Adds the terms of a file to a glossary. A file that cannot be read to its end changes nothing. */
export const importGlossary = Effect.fn("importGlossary")(function* (
  access: OrganizationAccess<"EDITOR">,
  glossaryId: number,
  request: HttpServerRequest.HttpServerRequest,
  options: { readonly format: GlossaryFormat; readonly removeExistingTerms: boolean }
) {
  const { caller, organizationId } = access
  const { format, removeExistingTerms } = options
  const thread = yield* GlossaryFileThread
  const manager = managerOf(access)
  yield* rejectOtherBody(request)
  // Before the file is received, which may take long.
  yield* inGlossary(manager, glossaryId, () => Effect.void)
  const languageTags = yield* GlossaryRepository.use((repository) =>
    repository.listProjectLanguageTags(organizationId, glossaryId, null)
  )
  const [{ path, name }] = (yield* receiveUpload(request, { file: "file", json: "json" })).files
  const job = { path, name, format, glossaryId, languageTags, ...manager }
  const imported = yield* thread.check(job)
  yield* inGlossary(manager, glossaryId, (glossary) =>
    recordAudit(caller, {
      action: "GLOSSARY_IMPORTED",
      object: glossaryObject(glossary),
      organizationId,
      after: { fileName: name, terms: imported, removeExistingTerms }
    })
  )
  yield* thread.importFile({ ...job, removeExistingTerms })
  yield* checkTexts
  return { imported }
})

/** Exports a glossary. The file is complete before it is sent. */
export const exportGlossary = Effect.fn("exportGlossary")(function* (
  access: OrganizationAccess<"VIEWER">,
  glossaryId: number,
  format: GlossaryFormat
) {
  const { dataDir } = yield* Settings
  const thread = yield* GlossaryFileThread
  const { name, baseLanguageTag } = yield* getGlossary(access, glossaryId)
  yield* (yield* RateLimiter).consume(exportLimit, access.caller.userId)
  const languageTags = yield* GlossaryRepository.use((repository) =>
    repository.listProjectLanguageTags(access.organizationId, glossaryId, viewerOf(access))
  )
  const path = join(yield* makeTemporaryFolder(dataDir), "glossary")
  yield* thread.exportFile({ path, format, glossaryId, baseLanguageTag, languageTags })
  const file = yield* Effect.acquireRelease(
    Effect.promise(() => open(path)),
    (opened) => Effect.promise(() => opened.close())
  )
  const { size } = yield* Effect.promise(() => file.stat())
  const fileName = `glossary-${name.replace(/[^A-Za-z0-9._-]+/g, "_")}.${format.toLowerCase()}`
  return HttpServerResponse.raw(file.createReadStream({ autoClose: false }), {
    contentType: format === "CSV" ? "text/csv;charset=UTF-8" : "application/xml",
    contentLength: size,
    headers: { "content-disposition": attachment(fileName) }
  })
})
