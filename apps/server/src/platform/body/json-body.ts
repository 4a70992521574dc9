import { readFile } from "node:fs/promises"
import { type DomainError, domainError } from "@dragoman/domain/error"
import type { Validated } from "@dragoman/domain/validation"
import { ByteSize, Effect, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, type HttpServerError, HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { failWith, orFail } from "../fail.ts"
import { SentBytes } from "../worker/worker-messages.ts"
import { type JsonBounds, type JsonProblem, scanJson } from "./scan-json.ts"

/** Largest JSON body and JSON part of a multipart body, unless the endpoint allows more. */
export const jsonBytesMax = 2 * 1024 * 1024

/** For all endpoints. */
const nestingMax = 64

/** For JSON that the main thread parses: takes a few milliseconds. */
export const jsonBounds: JsonBounds = { nestingMax, valuesMax: 20_000 }

/** For JSON that another thread parses: fits its memory, and is more than real content within the upload limit has. */
const largeJsonBounds: JsonBounds = { nestingMax, valuesMax: 2_000_000 }

/**
 * The text of JSON within the bounds, not parsed yet. `part`: the name of a part of a multipart body; null: the whole body.
 */
const checkJson = (bytes: Uint8Array, bounds: JsonBounds, part: string | null = null): Validated<string> => {
  const problem = scanJson(bytes, bounds)
  if (problem !== null) return rejected(messageOf(problem, bounds), part)
  try {
    return { ok: true, value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) }
  } catch {
    return rejected("Expected UTF-8", part)
  }
}

const rejected = (message: string, part: string | null): Validated<never> => ({
  ok: false,
  error: domainError("request_parse_error", [part === null ? message : `${part}: ${message}`])
})

const messageOf = (problem: JsonProblem, { nestingMax, valuesMax }: JsonBounds): string => {
  switch (problem) {
    case "tooDeep":
      return `Expected JSON that is nested at most ${nestingMax} deep`
    case "tooManyValues":
      return `Expected at most ${valuesMax} values`
    case "unstorable":
      return unstorableMessage
  }
}

/** PostgreSQL cannot store such a text, and SQLite changes it. */
export const unstorableMessage = "A text holds U+0000 or half of a character"

/**
 * Rejects JSON bodies that are too large, too deep or too wide for parsing on the main thread, or that contain text that
 * PostgreSQL cannot store, for all endpoints and engines. A smaller limit of the endpoint still applies. The domain's error
 * is a defect here, because the framework's requests fail only with its own errors.
 */
export const withCheckedJsonBody = <A, E, R>(
  handler: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.updateService(handler, HttpServerRequest.HttpServerRequest, (request) =>
    Object.create(request, { text: { value: readJson(request) } })
  )

const readJson = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const limit = yield* HttpIncomingMessage.MaxBodySize
    const bytesMax = Math.min(limit === undefined ? jsonBytesMax : ByteSize.toNumberUnsafe(limit), jsonBytesMax)
    const body = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bytesMax)),
      Effect.catch((error) => (isTooLarge(error) ? Effect.die(tooLargeJson(bytesMax)) : Effect.fail(error)))
    )
    return yield* Effect.orDie(orFail(checkJson(new Uint8Array(body), jsonBounds)))
  })

/** 400 instead of 413, as in Tolgee. */
export const tooLargeJson = (bytesMax: number): DomainError =>
  domainError("file_too_big", [`Expected a JSON body of at most ${bytesMax} bytes`])

const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

/** The unchecked bytes of a JSON body. */
export const ReceivedJson = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("bytes"), bytes: SentBytes }),
  Schema.Struct({ kind: Schema.Literal("file"), path: Schema.String })
])
export type ReceivedJson = typeof ReceivedJson.Type

/** Decodes a received body by the schema of its endpoint, with the errors of a body that the framework reads. For threads. */
export const decodeReceivedJson = Effect.fnUntraced(function* <A, I>(
  received: ReceivedJson,
  schema: Schema.Codec<A, I>
): Effect.fn.Return<A, DomainError> {
  const bytes = received.kind === "bytes" ? received.bytes : yield* Effect.promise(() => readFile(received.path))
  if (bytes.length === 0) return yield* failWith("request_parse_error")
  const json = yield* parseJson(yield* orFail(checkJson(bytes, largeJsonBounds)), "Expected a valid JSON body")
  return yield* Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json).pipe(
    Effect.catch((error) => failWith("request_parse_error", [printSchemaIssue(error)]))
  )
})

/** Decodes a JSON part of a multipart body, with the errors of a JSON body. */
export const decodeJsonPart = Effect.fnUntraced(function* <A, I>(
  name: string,
  schema: Schema.Codec<A, I>,
  bytes: Uint8Array
) {
  const json = yield* parseJson(yield* orFail(checkJson(bytes, jsonBounds, name)), `${name}: Expected valid JSON`)
  // The middleware responds as to a body of the wrong shape.
  return yield* Effect.orDie(
    HttpApiError.HttpApiSchemaError.wrap("Payload", Schema.decodeUnknownEffect(Schema.toCodecJson(schema))(json))
  )
})

const parseJson = (text: string, message: string): Effect.Effect<unknown, DomainError> =>
  Effect.catch(Effect.try({ try: (): unknown => JSON.parse(text), catch: () => null }), () =>
    failWith("request_parse_error", [message])
  )

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue: its path, such as `languages[0].tag`, and the expected value. */
export const describeSchemaIssue = (error: Schema.SchemaError): { readonly path: string; readonly message: string } => {
  const [issue] = formatIssue(error.issue).issues
  return {
    path: printPath((issue?.path ?? []).map((part) => (typeof part === "object" ? part.key : part))),
    // Effect describes an optional nullable field with null twice.
    message: (issue?.message ?? "The body could not be read").replace("| null | null", "| null")
  }
}

/** `name: Expected string`. */
export const printSchemaIssue = (error: Schema.SchemaError): string => {
  const { path, message } = describeSchemaIssue(error)
  return path === "" ? message : `${path}: ${message}`
}

const printPath = (path: ReadonlyArray<unknown>): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    ""
  )
