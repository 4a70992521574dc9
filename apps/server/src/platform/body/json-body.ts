import { readFile } from "node:fs/promises"
import { type DomainError, domainError } from "@dragoman/domain/error"
import type { Validated } from "@dragoman/domain/validation"
import { ByteSize, Effect, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, type HttpServerError, HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { failWith, orFail } from "../fail.ts"
import { SentBytes } from "../worker/worker-messages.ts"

/** Bounds for all endpoints. */
const nestingMax = 64

/** Bounds for JSON that the main thread parses within a few milliseconds. */
export const jsonBounds: JsonBounds = { nestingMax, valuesMax: 20_000 }

/**
 * Bounds for JSON that another thread parses: they fit its memory, and real content within the upload limit stays
 * below.
 */
const largeJsonBounds: JsonBounds = { nestingMax, valuesMax: 2_000_000 }

/**
 * Returns the text of JSON within the bounds, not parsed yet. `part`: the name of a part of a multipart body; null: the
 * whole body.
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

/** Message about a text that PostgreSQL cannot store, and SQLite changes. */
export const unstorableMessage = "A text holds U+0000 or half of a character"

/**
 * Rejects JSON bodies that are too large, too deep or too wide for parsing on the main thread, or that contain text that
 * PostgreSQL cannot store, for all endpoints and engines. A smaller limit of the endpoint still applies. The domain's error
 * is a defect here, because the framework's requests fail only with its own errors.
 */
export const withCheckedJsonBody = <A, E, R>(
  handler: Effect.Effect<A, E, R>,
  bytesMax: number
): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    hasBody(request)
      ? Effect.provideService(
          handler,
          HttpServerRequest.HttpServerRequest,
          // A copy: a request that becomes a prototype makes every later access to requests slow.
          Object.defineProperty(request.modify({}), "text", { value: readJson(request, bytesMax) })
        )
      : handler
  )

/** Whether the head of the request announces a body. */
export const hasBody = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const readJson = (request: HttpServerRequest.HttpServerRequest, jsonBytesMax: number) =>
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

/** Reads the unchecked bytes of a JSON body. */
export const ReceivedJson = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("bytes"), bytes: SentBytes }),
  Schema.Struct({ kind: Schema.Literal("file"), path: Schema.String })
])
export type ReceivedJson = typeof ReceivedJson.Type

/**
 * Decodes a received body by the schema of its endpoint, with the errors of a body that the framework reads. Threads
 * use it.
 */
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

/** Prints the first issue: its path, such as `languages[0].tag`, and the expected value. */
export const describeSchemaIssue = (error: Schema.SchemaError): { readonly path: string; readonly message: string } => {
  const [issue] = formatIssue(error.issue).issues
  return {
    path: printPath((issue?.path ?? []).map((part) => (typeof part === "object" ? part.key : part))),
    // Effect describes an optional nullable field with null twice.
    message: (issue?.message ?? "The body could not be read").replace("| null | null", "| null")
  }
}

/** Prints an issue as `name: Expected string`. */
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

/** Limits of a JSON text, besides its length. */
export interface JsonBounds {
  /** Depth of nested arrays and objects. */
  readonly nestingMax: number
  /** Number of commas, arrays and objects together: approximately the number of values. */
  readonly valuesMax: number
}

/**
 * Why a JSON text is rejected before it is parsed. `unstorable`: a name or a text contains U+0000 or a lone surrogate, which
 * PostgreSQL cannot store.
 */
export type JsonProblem = "tooDeep" | "tooManyValues" | "unstorable"

const quote = 0x22
const comma = 0x2c
const openArray = 0x5b
const backslash = 0x5c
const closeArray = 0x5d
const letterU = 0x75
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Scans the bytes of a JSON text once, without recursion or allocation; null: no problem. The parser checks the syntax.
 */
export const scanJson = (bytes: Uint8Array, { nestingMax, valuesMax }: JsonBounds): JsonProblem | null => {
  let depth = 0
  let values = 0
  let index = 0
  while (index < bytes.length) {
    switch (bytes[index]) {
      case quote: {
        const end = endOfString(bytes, index + 1)
        if (end === unstorable) return "unstorable"
        index = end
        break
      }
      case openArray:
      case openObject:
        depth += 1
        values += 1
        if (depth > nestingMax) return "tooDeep"
        break
      case closeArray:
      case closeObject:
        depth -= 1
        break
      case comma:
        values += 1
        break
    }
    if (values > valuesMax) return "tooManyValues"
    index += 1
  }
  return null
}

const unstorable = -1

/** Returns the index of the closing quote, or the end of the bytes; `unstorable` for a string that cannot be stored. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let index = start
  while (index < bytes.length && bytes[index] !== quote) {
    if (bytes[index] !== backslash) {
      index += 1
      continue
    }
    const unit = escapedUnit(bytes, index)
    if (unit === null) {
      index += 2
      continue
    }
    // Only escapes can contain U+0000 and surrogates: valid UTF-8 contains neither.
    if (unit === 0 || isLowHalf(unit)) return unstorable
    index += escapeLength
    if (!isHighHalf(unit)) continue
    const next = escapedUnit(bytes, index)
    if (next === null || !isLowHalf(next)) return unstorable
    index += escapeLength
  }
  return index
}

/** Length of `\uXXXX`. */
const escapeLength = 6

/** Reads the UTF-16 unit of the escape `\uXXXX` at this index; null: no escape. */
const escapedUnit = (bytes: Uint8Array, index: number): number | null => {
  if (bytes[index] !== backslash || bytes[index + 1] !== letterU) return null
  let unit = 0
  for (let place = index + 2; place < index + escapeLength; place += 1) {
    const digit = hexDigit(bytes[place] ?? 0)
    if (digit === null) return null
    unit = unit * 16 + digit
  }
  return unit
}

const hexDigit = (byte: number): number | null => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : null
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
