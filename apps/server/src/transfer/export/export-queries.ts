import { open } from "node:fs/promises"
import { isLongWork } from "@dragoman/domain/notification"
import { type ListQuery, pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { narrowLanguages } from "@dragoman/domain/permission"
import { Database, LanguageRepository, ProjectRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { readPlace } from "../../change/branch-place.ts"
import { requireView } from "../../content/translation/require-languages.ts"
import { failWith } from "../../platform/fail.ts"
import { attachment } from "../../platform/http/content-disposition.ts"
import { exportLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { respondWithETag } from "../../project/project/project-etag.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { requireCurrentPermission } from "../../service/access/current-permission.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"
import { exportedLanguages, exportJobOf } from "./export-job.ts"
import type { ExportRequest } from "./export-request.ts"
import { type ExportFile, ExportThread } from "./export-thread.ts"

/**
 * Exports one file, or an archive of all files. The files are complete before the first byte is sent, so every error has its
 * own status.
 */
export const exportProject = Effect.fn("exportProject")(function* (
  access: ProjectAccess<"translations.view">,
  request: ExportRequest
) {
  const { job, projectName } = yield* makeExportJob(access, request)
  const response = Effect.gen(function* () {
    const rateLimiter = yield* RateLimiter
    const thread = yield* ExportThread
    yield* rateLimiter.consume(exportLimit, access.caller.userId)
    const startedAt = yield* Clock.currentTimeMillis
    const file = yield* thread.write(job, request.zip ? "always" : "unlessSingle")
    // Rendering may have taken long.
    yield* requireCurrentPermission(access)
    yield* announceExport(access, { startedAt, projectName })
    return yield* fileResponse(file, request, projectName)
  })
  return yield* respondWithETag(access.projectId, [job, request.zip], () => response)
})

/**
 * Notifies the user that a long export has finished. An export with a key notifies no user, because its program waits. The
 * file is sent in any case.
 */
const announceExport = Effect.fnUntraced(function* (
  { projectId, caller }: ProjectAccess<"translations.view">,
  { startedAt, projectName }: { readonly startedAt: number; readonly projectName: string }
) {
  const database = yield* Database
  const hasKey = caller.credential.kind === "PAT" || caller.credential.kind === "PAK"
  if (hasKey || !isLongWork(startedAt, yield* Clock.currentTimeMillis)) return
  const project = { id: projectId, name: projectName }
  yield* database
    .transaction(notifyUsers({ type: "EXPORT_FINISHED", params: {}, userIds: [caller.userId], project, actor: null }))
    .pipe(Effect.catchCause((cause) => Effect.logWarning("Notifying of an export failed", cause)))
})

/** Builds the job of an export or of its warnings, without languages that the caller has no right to view. */
const makeExportJob = Effect.fn("makeExportJob")(function* (
  access: ProjectAccess<"translations.view">,
  request: ExportRequest
) {
  const place = yield* readPlace(access, request.branch)
  const { projectId, caller, computedPermission } = access
  const found = yield* (yield* ProjectRepository).find(projectId, caller.userId)
  if (Option.isNone(found)) return yield* failWith("project_not_found")
  const project = found.value
  const languages = yield* (yield* LanguageRepository).listOfProject(projectId)
  const named = exportedLanguages(languages, request.languages)
  if (request.languages !== null) {
    yield* requireView(
      access,
      { languages },
      named.map(({ id }) => id)
    )
  }
  const viewable = narrowLanguages(computedPermission, "view", null)
  const isViewable = (id: number) => viewable === null || viewable.includes(id)
  const base = languages.find((language) => language.base)
  const job = exportJobOf(request, {
    place,
    languages: named.filter(({ id }) => isViewable(id)),
    baseLanguage: { id: base !== undefined && isViewable(base.id) ? base.id : null, tag: base?.tag ?? "" },
    icuPlaceholders: project.icuPlaceholders
  })
  return { job, projectName: project.name }
})

/** Keeps the file open until it is sent. */
const fileResponse = Effect.fnUntraced(function* (
  { path, singlePath, bytes, warningCount }: ExportFile,
  { format }: ExportRequest,
  projectName: string
) {
  const handle = yield* Effect.acquireRelease(
    Effect.promise(() => open(path)),
    (opened) => Effect.promise(() => opened.close())
  )
  return HttpServerResponse.raw(handle.createReadStream({ autoClose: false }), {
    contentType: singlePath === null ? "application/zip" : format.mediaType || "application/octet-stream",
    contentLength: bytes,
    headers: {
      "content-disposition": attachment(singlePath ?? `${projectName}.zip`),
      "x-dragoman-notices": String(warningCount)
    }
  })
})

/** Reads a page of the texts that an export with these parameters cannot carry as stored, in the order of its files. */
export const listExportWarnings = Effect.fn("listExportWarnings")(function* (
  access: ProjectAccess<"translations.view">,
  request: ExportRequest,
  query: ListQuery<"unsorted">
) {
  const { job } = yield* makeExportJob(access, request)
  const rateLimiter = yield* RateLimiter
  const thread = yield* ExportThread
  yield* rateLimiter.consume(exportLimit, access.caller.userId)
  const { warnings } = yield* thread.listWarnings(job)
  const page = pageNumbers(query)
  const offset = pageOffset(page)
  return { warnings: warnings.slice(offset, offset + page.size), page: pageMetadata(page, warnings.length) }
})
