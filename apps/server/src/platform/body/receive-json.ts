import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { DomainError } from "@dragoman/domain/error"
import { Effect, Schema, type Scope, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { failWith } from "../fail.ts"
import { Settings } from "../settings/settings.ts"
import { SentBytes } from "../worker/worker-messages.ts"
import { tooLargeJson } from "./json-body.ts"
import { uploadFolder } from "./receive-upload.ts"

/** Bodies up to this size stay in memory. */
const smallJsonBytesMax = 100 * 1024

/** The unchecked bytes of a JSON body. */
export const ReceivedJson = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("bytes"), bytes: SentBytes }),
  Schema.Struct({ kind: Schema.Literal("file"), path: Schema.String })
])
export type ReceivedJson = typeof ReceivedJson.Type

/**
 * Receives a JSON body up to the size of an upload: a small one in memory, a larger one in a file that is removed with the
 * scope. For endpoints that parse it in another thread.
 */
export const receiveJson = Effect.fn("receiveJson")(function* (
  request: HttpServerRequest.HttpServerRequest
): Effect.fn.Return<ReceivedJson, DomainError, Settings | Scope.Scope> {
  const { dataDir, maxUploadBytes } = yield* Settings
  const contentType = request.headers["content-type"]
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType)) {
    return yield* failWith("unsupported_media_type", [contentType])
  }
  const length = Number(request.headers["content-length"] ?? Number.NaN)
  const tooLarge = Effect.fail(tooLargeJson(maxUploadBytes))
  if (length > maxUploadBytes) return yield* tooLarge
  if (length <= smallJsonBytesMax) {
    const body = yield* Effect.catch(request.arrayBuffer, () => unreadable)
    return { kind: "bytes", bytes: new Uint8Array(body) }
  }
  const folder = join(uploadFolder(dataDir), randomUUID())
  yield* Effect.acquireRelease(
    Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 })),
    () => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
  const path = join(folder, "body.json")
  let received = 0
  const content = yield* request.stream.pipe(
    Stream.mapError((): BodyError => "unreadable"),
    Stream.tap((chunk) => {
      received += chunk.length
      return received > maxUploadBytes ? Effect.fail<BodyError>("tooLarge") : Effect.void
    }),
    Stream.toReadableStreamEffect()
  )
  const error = yield* Effect.promise(() =>
    pipeline(Readable.fromWeb(content as never), createWriteStream(path, { mode: 0o600 })).then(
      () => null,
      (cause: unknown) => cause
    )
  )
  if (error === null) return { kind: "file", path }
  if (received > maxUploadBytes) return yield* tooLarge
  // A full disk is not an error of the client.
  return yield* isOfFile(error) ? Effect.die(error) : unreadable
})

type BodyError = "unreadable" | "tooLarge"

const unreadable = failWith("request_parse_error", ["The body could not be read"])

const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error
