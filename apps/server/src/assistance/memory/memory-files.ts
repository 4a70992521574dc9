import { open } from "node:fs/promises"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeTemporaryFolder, receiveUpload, rejectOtherBody } from "../../platform/body/receive-body.ts"
import { attachment } from "../../platform/http/content-disposition.ts"
import { exportLimit, RateLimiter } from "../../platform/http/rate-limiter.ts"
import { Settings } from "../../platform/settings/settings.ts"
import type { OrganizationAccess } from "../../service/access/access.ts"
import { recordAudit } from "../../service/audit/record-audit.ts"
import { managerOf } from "../manager/manage-shared.ts"
import { inMemory } from "./manage-memory.ts"
import { MemoryFileThread } from "./memory-file-thread.ts"
import { getMemory } from "./memory-queries.ts"
import { memoryObject } from "./memory-shapes.ts"
import { readViewableTexts } from "./viewable-texts.ts"

/** Adds the translations of a TMX file to a memory. A file that cannot be read to its end changes nothing. */
export const importTmx = Effect.fn("importTmx")(function* (
  access: OrganizationAccess<"EDITOR">,
  memoryId: number,
  request: HttpServerRequest.HttpServerRequest,
  overrideExisting: boolean
) {
  const { caller, organizationId } = access
  const thread = yield* MemoryFileThread
  const manager = managerOf(access)
  yield* rejectOtherBody(request)
  // Before the file is received, which may take long.
  yield* inMemory(manager, memoryId, () => Effect.void)
  const [{ path, name }] = (yield* receiveUpload(request, { file: "file", json: "json" })).files
  const units = yield* thread.check({ path, name })
  yield* inMemory(manager, memoryId, (memory) =>
    recordAudit(caller, {
      action: "TRANSLATION_MEMORY_IMPORTED",
      object: memoryObject(memory),
      organizationId,
      after: { fileName: name, units, overrideExisting }
    })
  )
  const now = yield* Clock.currentTimeMillis
  return yield* thread.importFile({ ...manager, path, memoryId, overrideExisting, now })
})

/** Exports a memory as TMX, without texts of projects that the caller may not view. The file is complete before it is sent. */
export const exportTmx = Effect.fn("exportTmx")(function* (access: OrganizationAccess<"MEMBER">, memoryId: number) {
  const { dataDir } = yield* Settings
  const thread = yield* MemoryFileThread
  const { name, sourceLanguageTag } = yield* getMemory(access, memoryId)
  yield* (yield* RateLimiter).consume(exportLimit, access.caller.userId)
  const viewable = yield* readViewableTexts(access, [memoryId])
  const path = join(yield* makeTemporaryFolder(dataDir), "memory.tmx")
  yield* thread.exportMemory({ path, memoryId, sourceLanguageTag, viewable })
  const file = yield* Effect.acquireRelease(
    Effect.promise(() => open(path)),
    (opened) => Effect.promise(() => opened.close())
  )
  const { size } = yield* Effect.promise(() => file.stat())
  return HttpServerResponse.raw(file.createReadStream({ autoClose: false }), {
    contentType: "application/xml",
    contentLength: size,
    headers: { "content-disposition": attachment(`tm-${name.replace(/[^A-Za-z0-9._-]+/g, "_")}.tmx`) }
  })
})
