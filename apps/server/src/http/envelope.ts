import { randomUUID } from "node:crypto"
import type { ErrorCode } from "@dragoman/domain/error"
import { Cause, Effect, type Layer, SchemaIssue } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { productVersion } from "../product-version.ts"
import { methodsOfPath } from "./known-paths.ts"
import { shortToLongPath } from "./short-path.ts"

const allowedMethods = "HEAD,GET,POST,PUT,DELETE,PATCH,OPTIONS"

const errorResponse = (status: number, code: ErrorCode, params: ReadonlyArray<unknown> | null = null) =>
  HttpServerResponse.jsonUnsafe({ code, params }, { status })

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** `languages[0].tag`: where in a body or a query something is wrong. */
const printPath = (path: ReadonlyArray<unknown>): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    ""
  )

/** 400 for a body, a path or a query that does not fit its shape. Source: reference "auth-and-permissions" 7.2. */
const schemaErrorResponse = (error: HttpApiError.HttpApiSchemaError) => {
  const [issue] = formatIssue(error.cause.issue).issues
  const path = printPath((issue?.path ?? []).map((part) => (typeof part === "object" ? part.key : part)))
  if (error.kind === "Payload") {
    // An optional field that may be null is described with null twice.
    const message = (issue?.message ?? "The body could not be read").replace("| null | null", "| null")
    return errorResponse(400, "request_parse_error", [path === "" ? message : `${path}: ${message}`])
  }
  return errorResponse(400, "wrong_param_type", [path.replace(/\[.*$/, "")])
}

const unmatchedResponse = (request: HttpServerRequest.HttpServerRequest) => {
  const path = request.url.split("?", 1)[0] ?? "/"
  if (request.method === "OPTIONS") {
    return HttpServerResponse.empty({
      status: 204,
      headers: {
        "access-control-allow-methods": allowedMethods,
        "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
        "access-control-max-age": "3600"
      }
    })
  }
  const allowed = methodsOfPath(path)
  return allowed.length === 0
    ? errorResponse(404, "resource_not_found", [path.slice(1)])
    : HttpServerResponse.empty({ status: 405, headers: { allow: allowed.join(", ") } })
}

/** What no endpoint declared: shapes that do not fit, unknown paths, and our own mistakes, of which nothing leaks. */
const undeclaredResponse = (request: HttpServerRequest.HttpServerRequest, cause: Cause.Cause<unknown>) => {
  for (const reason of cause.reasons) {
    const error: unknown = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (HttpApiError.HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders") {
      return Effect.succeed(schemaErrorResponse(error))
    }
    if (HttpApiError.HttpApiPayloadTooLarge.is(error)) return Effect.succeed(errorResponse(400, "file_too_big", []))
    if (typeof error === "object" && error !== null && "_tag" in error && error._tag === "HttpServerError") {
      const { reason } = error as unknown as { readonly reason: { readonly _tag: string } }
      if (reason._tag === "RouteNotFound") return Effect.succeed(unmatchedResponse(request))
      if (reason._tag === "RequestParseError") return Effect.succeed(errorResponse(400, "request_parse_error"))
    }
  }
  return Effect.as(Effect.logError("unexpected error", cause), errorResponse(500, "unexpected_error_occurred"))
}

/** The framework answers an unknown content type with a text; clients expect the error body. */
const withErrorBody = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
) =>
  response.status === 415 && response.headers["content-type"]?.startsWith("application/json") !== true
    ? errorResponse(415, "unsupported_media_type", [request.headers["content-type"] ?? ""])
    : response

/**
 * What every answer has, whatever happened: a request id, the version header, CORS, a length on empty bodies (the CLI
 * reads it), and an error body of the API instead of the framework's.
 * Source: reference "content-api" 0.2 and 0.3.
 */
export const layerEnvelope = HttpRouter.middleware(
  (handler) =>
    Effect.gen(function* () {
      const received = yield* HttpServerRequest.HttpServerRequest
      const requestId = randomUUID()
      const request = received.modify({ url: shortToLongPath(received.url) })
      const startedAt = performance.now()
      const response = yield* handler.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : undeclaredResponse(received, cause)
        ),
        Effect.map((answer) => withErrorBody(request, answer)),
        Effect.annotateLogs("requestId", requestId)
      )
      const isEmpty = response.body._tag === "Empty" && response.status !== 204 && response.status !== 304
      yield* Effect.logDebug("request").pipe(
        Effect.annotateLogs({
          requestId,
          method: request.method,
          path: received.url.split("?", 1)[0],
          status: response.status,
          millis: Math.round(performance.now() - startedAt)
        })
      )
      return HttpServerResponse.setHeaders(response, {
        ...(isEmpty ? { "content-length": "0" } : {}),
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "X-Tolgee-Version, X-Request-Id, Content-Disposition, ETag",
        "x-content-type-options": "nosniff",
        "x-request-id": requestId,
        "x-tolgee-version": productVersion
      })
    }) as never,
  { global: true }
  // It handles every failure and takes only what each request has; the generic signature cannot say so.
) as Layer.Layer<never, never, HttpRouter.HttpRouter>
