import { domainErrorOf, printDomainError } from "@dragoman/api"
import type { DomainError, ErrorCode, ServerErrorCode } from "@dragoman/domain/error"
import { DatabaseBusy, type DatabaseOutage, outageOf, outageReason } from "@dragoman/store"
import { type Cause, Clock, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { SqlError } from "effect/sql"
import { describeSchemaIssue, hasBody, printSchemaIssue, unstorableMessage } from "../body/json-body.ts"
import { ServerStopping } from "../worker/worker.ts"
import { isDomainError } from "../worker/worker-messages.ts"
import { ImageStorageUnavailable } from "./image-storage-unavailable.ts"
import { methodsOfPath } from "./routes.ts"

/**
 * Responds to errors that no endpoint declares: invalid shapes, unknown paths, and defects, which are logged with `log`
 * and not shown.
 */
export const undeclaredResponse = (
  request: HttpServerRequest.HttpServerRequest,
  cause: Cause.Cause<unknown>,
  log: (cause: Cause.Cause<unknown>) => Effect.Effect<void>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  for (const error of errorsOf(cause)) {
    if (HttpApiError.HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders") {
      return Effect.succeed(schemaErrorResponse(request, error))
    }
    if (HttpApiError.HttpApiPayloadTooLarge.is(error)) return Effect.succeed(tooLargeResponse())
    if (isDomainError(error) && error.kind === "code") {
      return Effect.succeed(errorResponse(error.status, error.code, error.params))
    }
    if (isZeroCharacterError(error)) {
      return Effect.succeed(errorResponse(400, "request_parse_error", [unstorableMessage]))
    }
    if (isHttpServerError(error)) {
      if (error.reason._tag === "RouteNotFound") return Effect.succeed(unmatchedResponse(request))
      if (error.reason._tag === "RequestParseError") {
        return Effect.succeed(
          error.reason.reason === "BodyTooLarge" ? tooLargeResponse() : errorResponse(400, "request_parse_error")
        )
      }
    }
  }
  return defectResponse(cause, log)
}

/** Responds to a defect, which is logged unless the client only has to wait. */
export const defectResponse = (
  cause: Cause.Cause<unknown>,
  log: (cause: Cause.Cause<unknown>) => Effect.Effect<void>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  for (const error of errorsOf(cause)) {
    if (error instanceof ServerStopping) return Effect.succeed(retryLaterResponse("server_stopping"))
    if (error instanceof DatabaseBusy) return Effect.succeed(retryLaterResponse("database_busy"))
  }
  for (const error of errorsOf(cause)) {
    if (error instanceof ImageStorageUnavailable) {
      return Effect.as(log(cause), retryLaterResponse("image_storage_unavailable"))
    }
  }
  const outage = outageOf(cause)
  return Effect.as(
    log(cause),
    outage === null ? errorResponse(500, "unexpected_error_occurred") : retryLaterResponse(outageCode[outage])
  )
}

/** Adds the error body: the framework responds to an unknown content type with text. */
export const withErrorBody = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  response.status === 415 && response.headers["content-type"]?.startsWith("application/json") !== true
    ? errorResponse(415, "unsupported_media_type", [request.headers["content-type"] ?? ""])
    : response

const errorResponse = (
  status: number,
  code: ErrorCode | ServerErrorCode,
  params: ReadonlyArray<unknown> | null = null
) => HttpServerResponse.jsonUnsafe({ code, params }, { status })

/** Pause for clients that retry automatically. */
export const retryAfterSeconds = 10

const retryLaterResponse = (code: ServerErrorCode) =>
  HttpServerResponse.setHeader(errorResponse(503, code), "retry-after", String(retryAfterSeconds))

const outageCode = {
  unreachable: "database_unavailable",
  notWritable: "database_not_writable",
  damaged: "database_damaged",
  overloaded: "server_overloaded"
} as const satisfies Record<DatabaseOutage, ServerErrorCode>

/** Responds with 400 instead of 413, as Tolgee does. */
const tooLargeResponse = () => errorResponse(400, "file_too_big", [])

const isHttpServerError = (
  error: unknown
): error is { readonly reason: { readonly _tag: string; readonly reason?: string } } =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "HttpServerError"

/** SQLSTATE of U+0000, which PostgreSQL cannot store in text. */
const zeroCharacterState = "22021"

const isZeroCharacterError = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  typeof error.reason.cause === "object" &&
  error.reason.cause !== null &&
  "code" in error.reason.cause &&
  error.reason.cause.code === zeroCharacterState

/** Responds with 400 to a body, a path or a query of the wrong shape. */
const schemaErrorResponse = (request: HttpServerRequest.HttpServerRequest, error: HttpApiError.HttpApiSchemaError) => {
  if (error.kind === "Payload") {
    return hasBody(request)
      ? errorResponse(400, "request_parse_error", [printSchemaIssue(error.cause)])
      : errorResponse(400, "request_parse_error")
  }
  const rejected = domainErrorOf(error.cause.issue)
  if (rejected !== null) return rejectionResponse(rejected)
  return errorResponse(400, "wrong_param_type", [describeSchemaIssue(error.cause).path.replace(/\[.*$/, "")])
}

const rejectionResponse = (error: DomainError) => {
  const { status, body } = printDomainError(error)
  return HttpServerResponse.jsonUnsafe(body, { status })
}

const unmatchedResponse = (request: HttpServerRequest.HttpServerRequest) => {
  const path = request.url.split("?", 1)[0] ?? "/"
  if (request.method === "OPTIONS") return preflightResponse(request)
  const allowed = methodsOfPath(path)
  // A known path and method without a matching route has a parameter longer than any name: not found.
  return allowed.length === 0 || allowed.includes(request.method)
    ? errorResponse(404, "resource_not_found", [path.slice(1)])
    : HttpServerResponse.empty({ status: 405, headers: { allow: allowed.join(", ") } })
}

/**
 * Allows all origins, because credentials are headers. It allows no credentials: the cookie of the console never counts
 * there.
 */
const preflightResponse = (request: HttpServerRequest.HttpServerRequest) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-methods": "HEAD,GET,POST,PUT,DELETE,PATCH,OPTIONS",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "3600",
      vary: "Access-Control-Request-Headers"
    }
  })

/** Pause between log lines while the database is unavailable and every request fails. */
const outagePauseMillis = 4_000

const outageHeadline: Record<DatabaseOutage, string> = {
  unreachable: "Database unavailable",
  notWritable: "Database not writable: the disk is full or read-only",
  damaged: "Database damaged: restore a backup",
  overloaded: "Too many open files, or a thread could not be started: raise the limit of open files"
}

/**
 * Logs undeclared errors; outages of the database only every four seconds, with the number of omitted lines.
 * `onDamage` runs when one comes from a damaged database.
 */
export const makeUnexpectedLog = (
  onDamage: Effect.Effect<void>
): ((cause: Cause.Cause<unknown>) => Effect.Effect<void>) => {
  let nextAt = 0
  let omitted = 0
  return Effect.fnUntraced(function* (cause) {
    const outage = outageOf(cause)
    if (outage === null) return yield* Effect.logError("Unexpected error", cause)
    if (outage === "damaged") yield* onDamage
    const now = yield* Clock.currentTimeMillis
    // The second condition: also log after the clock was set back.
    if (now < nextAt && now >= nextAt - outagePauseMillis) {
      omitted++
      return
    }
    nextAt = now + outagePauseMillis
    yield* Effect.logError(outageHeadline[outage]).pipe(Effect.annotateLogs({ reason: outageReason(cause), omitted }))
    omitted = 0
  })
}

/** Lists failures and defects alike. */
const errorsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> =>
  cause.reasons.map((reason) =>
    reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
  )
