import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type DomainError, domainError, fieldErrors } from "@dragoman/domain/error"
import { Effect, type Scope, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { failWith } from "../fail.ts"
import { Settings } from "../settings/settings.ts"
import { type ReceivedJson, tooLargeJson } from "./json-body.ts"

/** Maximum of parts in a request. */
const partsMax = 500

/** Folder for files of uploads while they are read, in the data directory. */
export const uploadFolder = (dataDir: string): string => join(dataDir, "uploads")

/** A file as it was received. */
export interface UploadedFile {
  /** Name with directories, as the client sent it. */
  readonly name: string
  /** Path of the stored bytes. */
  readonly path: string
}

/** Names of the parts of a request. */
export interface UploadParts {
  readonly file: string
  /** JSON beside the files. */
  readonly json: string
}

/** The received parts of a request. */
export interface Upload {
  readonly files: readonly [UploadedFile, ...Array<UploadedFile>]
  /** The bytes of the JSON part, of any content type; null: absent. */
  readonly json: Uint8Array | null
}

/**
 * Streams the file parts to disk, where they are removed with the scope. The limit applies to each file and to the
 * whole request.
 */
export const receiveUpload = Effect.fn("receiveUpload")(function* (
  request: HttpServerRequest.HttpServerRequest,
  names: UploadParts
): Effect.fn.Return<Upload, DomainError, Settings | Scope.Scope> {
  const { dataDir, maxUploadBytes, maxJsonBytes } = yield* Settings
  yield* requireMultipart(request)
  const folder = yield* makeTemporaryFolder(dataDir)
  const files: Array<UploadedFile> = []
  let json: Uint8Array | null = null
  yield* request.multipartStream.pipe(
    Stream.runForEach((part) =>
      Effect.gen(function* () {
        if (part.key === names.json) {
          // A part arrives as a file when it has a file name or a binary type.
          json = Multipart.isFile(part)
            ? yield* collectJson(part.content, maxJsonBytes)
            : new TextEncoder().encode(part.value)
          return
        }
        if (!Multipart.isFile(part)) return
        if (part.key !== names.file) return yield* Stream.runDrain(part.content)
        const path = join(folder, String(files.length))
        const content = yield* Stream.toReadableStreamEffect(part.content)
        yield* Effect.tryPromise({
          try: () => pipeline(Readable.fromWeb(content as never), createWriteStream(path, { mode: 0o600 })),
          catch: (error) => error
        })
        files.push({ name: part.name, path })
      })
    ),
    Effect.provide(
      Multipart.limitsServices({
        maxParts: partsMax,
        maxFieldSize: maxJsonBytes,
        maxFileSize: maxUploadBytes,
        maxTotalSize: maxUploadBytes,
        // By default a part of type application/json is a field, even when it has a file name.
        fieldMimeTypes: []
      })
    ),
    Effect.catch((error) => (isOfFile(error) ? Effect.die(error) : Effect.fail(errorOf(error, maxJsonBytes))))
  )
  const [first, ...others] = files
  if (first === undefined) {
    return yield* Effect.fail(fieldErrors({ [names.file]: `Required part '${names.file}' is not present.` }))
  }
  return { files: [first, ...others], json }
})

/** Makes a folder that is removed with the scope. A server that starts removes those of one that was killed. */
export const makeTemporaryFolder = (dataDir: string) => {
  const folder = join(uploadFolder(dataDir), randomUUID())
  return Effect.acquireRelease(
    Effect.as(
      Effect.promise(() => mkdir(folder, { recursive: true, mode: 0o700 })),
      folder
    ),
    () => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
}

/** Reads the bytes of a small part. */
const collectJson = <E>(
  content: Stream.Stream<Uint8Array, E>,
  bytesMax: number
): Effect.Effect<Uint8Array, E | PartTooLarge> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let length = 0
    return Stream.runForEach(content, (chunk) => {
      chunks.push(chunk)
      length += chunk.length
      return length > bytesMax ? Effect.fail(new PartTooLarge()) : Effect.void
    }).pipe(Effect.map(() => Buffer.concat(chunks)))
  })

class PartTooLarge {
  readonly _tag = "PartTooLarge"
}

/**
 * Fails with 415 for a body that is not multipart; a request without a body passes. Endpoints use it that check more
 * before the body.
 */
export const rejectOtherBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<void, DomainError> =>
  request.headers["content-type"] === undefined ? Effect.void : requireMultipart(request)

const requireMultipart = ({ headers }: HttpServerRequest.HttpServerRequest): Effect.Effect<void, DomainError> => {
  const contentType = headers["content-type"] ?? ""
  return /^multipart\/form-data\b/i.test(contentType) ? Effect.void : failWith("unsupported_media_type", [contentType])
}

const errorOf = (error: unknown, jsonBytesMax: number) => {
  if (error instanceof PartTooLarge) return tooLargeJson(jsonBytesMax)
  const reason = Multipart.isMultipartError(error) ? error.reason._tag : "InternalError"
  return reason === "Parse" || reason === "InternalError"
    ? domainError("request_parse_error", ["The multipart body could not be read"])
    : domainError("file_too_big", [])
}

/** Size up to which bodies stay in memory. */
const smallJsonBytesMax = 100 * 1024

/**
 * Receives a JSON body up to the size of an upload: a small one in memory, a larger one in a file that is removed with
 * the scope. Endpoints use it that parse the body in another thread.
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
  const folder = yield* makeTemporaryFolder(dataDir)
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
  return yield* isOfFile(error) ? Effect.die(error) : unreadable
})

type BodyError = "unreadable" | "tooLarge"

const unreadable = failWith("request_parse_error", ["The body could not be read"])

const diskErrors: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"])

/** Whether a file caused the error. A full disk is no error of the client, and errors of writes have no path. */
const isOfFile = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && ("path" in error || ("code" in error && diskErrors.has(error.code)))
