import type { IncomingMessage, ServerResponse } from "node:http"
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2"
import { CurrentLogThreshold, LinesMayWait } from "@dragoman/monitoring"
import { Context, Effect, LogLevel, References } from "effect"
import { plainAddress } from "./client-address.ts"
import { beginRequest } from "./request-metrics.ts"
import { monitorPaths, type RequestFacts } from "./routes.ts"
import { shownPath } from "./shown-path.ts"

/** A request and its facts for the log. */
interface LoggedRequest {
  readonly incoming: IncomingMessage | Http2ServerRequest
  /** Not called for a websocket, whose response does not exist. */
  readonly response: () => ServerResponse | Http2ServerResponse
  readonly requestId: string
  readonly facts: RequestFacts
  /** Time of `performance.now()`. */
  readonly startedAt: number
}

/**
 * Calls back once, when the response has been sent or the connection is gone: then the bytes are known, and streams are
 * over. A connection that became a websocket ends with it.
 */
const whenEnded = (
  { incoming, response: responseOf }: Pick<LoggedRequest, "incoming" | "response">,
  callback: (end: { readonly status: number | null; readonly bytes: number; readonly isComplete: boolean }) => void
): void => {
  const { socket } = incoming
  const bytesBefore = socket.bytesWritten
  const bytes = () => socket.bytesWritten - bytesBefore
  if ("upgrade" in incoming && incoming.upgrade === true) {
    socket.once("close", () => callback({ status: null, bytes: bytes(), isComplete: true }))
    return
  }
  const response = responseOf()
  response.once("close", () =>
    callback({ status: response.statusCode, bytes: bytes(), isComplete: response.writableFinished })
  )
}

/** Whether the line is written; asked at the end of each request, because the level of a running server may change. */
const isWritten = (context: Context.Context<never>): boolean =>
  LogLevel.isLessThanOrEqualTo(Context.get(context, References.MinimumLogLevel), "Info") &&
  Context.get(context, CurrentLogThreshold).lets("Info")

/** Writes the line by the loggers of the server, which may put it off for a moment. */
const write = (context: Context.Context<never>, annotations: Readonly<Record<string, unknown>>): void => {
  Effect.runForkWith(context)(
    Effect.logInfo("Request").pipe(
      Effect.provideService(References.CurrentLogAnnotations, annotations),
      Effect.provideService(LinesMayWait, true)
    )
  )
}

/** Counts a request as long as it runs, and logs it at its end when `isLogged`. Monitors ask often, and are not logged. */
export const followRequest = (
  context: Context.Context<never>,
  { incoming, response, requestId, facts, startedAt }: LoggedRequest,
  isLogged: boolean
): void => {
  const ends = beginRequest()
  whenEnded({ incoming, response }, ({ status, bytes, isComplete }) => {
    ends()
    if (!isLogged || !isWritten(context) || (facts.route !== null && monitorPaths.has(facts.route))) return
    write(context, {
      method: incoming.method,
      route: facts.route,
      path: shownPath(incoming.url ?? "/", facts),
      // An upgrade that was rejected has the status of its response.
      status: status ?? (facts.status === null || facts.status < 300 ? 101 : facts.status),
      bytes,
      millis: Math.round((performance.now() - startedAt) * 10) / 10,
      address: facts.address === null ? null : plainAddress(facts.address),
      requestId,
      userId: facts.userId,
      ...(facts.traceId === null ? {} : { traceId: facts.traceId }),
      ...(isComplete ? {} : { aborted: true })
    })
  })
}
