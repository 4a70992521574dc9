import type { IncomingMessage, ServerResponse } from "node:http"
import { productVersion, type RateLimited } from "@dragoman/api"
import { Readiness } from "@dragoman/monitoring"
import { Cause, Effect, FiberSet, Option, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Settings } from "../settings/settings.ts"
import { followRequest } from "./access-log.ts"
import { HttpListener } from "./closing-server.ts"
import { ForwardedHeaders } from "./forwarded-headers.ts"
import { exposedHeaders } from "./middleware.ts"
import { anonymousLimit, clientNetworkOf, RateLimiter } from "./rate-limiter.ts"
import { recordRequest } from "./request-metrics.ts"
import { CurrentRequestFacts, noFacts } from "./routes.ts"
import { type ReceivedFrom, trustProxies } from "./trusted-proxies.ts"
import { defectResponse, makeUnexpectedLog } from "./undeclared-response.ts"

/** A request without a credential and without a body that matters. */
export interface DirectRequest {
  readonly method: string
  /** The path below the folder, percent-encoded, without the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface DirectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** null: no body. A response to HEAD has it too; it is not sent. */
  readonly body: Uint8Array | null
}

/** Responds at once from memory, or later. */
export type DirectHandler = (request: DirectRequest) => DirectResponse | Effect.Effect<DirectResponse>

/**
 * Serves all requests below a folder before the router sees them, several times as fast (ADR 134). They have the request id, the
 * access log, the metrics and the limit by address of all others. Requests that arrive in another way, such as with an offer to upgrade the
 * connection, get the same response from the router.
 */
export const serveDirectly = Effect.fnUntraced(function* (folder: `/${string}`, handler: DirectHandler) {
  const listener = yield* HttpListener
  const { trustedProxies, accessLog } = yield* Settings
  const limiter = yield* RateLimiter
  const { note } = yield* ForwardedHeaders
  const { damaged } = yield* Readiness
  const logUnexpected = makeUnexpectedLog(damaged)
  const proxies = trustProxies(trustedProxies)
  const services = yield* Effect.context<never>()
  const runSync = Effect.runSyncWith(services)
  const fork = yield* FiberSet.makeRuntime<never, void>()
  const prefix = `${folder}/`
  const route = `${folder}/*` as const

  const respond = (request: DirectRequest, address: ReceivedFrom): DirectResponse | Effect.Effect<DirectResponse> => {
    const counted = runSync(Effect.result(limiter.consume(anonymousLimit, clientNetworkOf(address))))
    return Result.isFailure(counted) ? limitedResponse(counted.failure) : handler(request)
  }

  const handleFirst = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { url = "", method = "GET", socket } = incoming
    if (!url.startsWith(prefix)) return false
    const startedAt = performance.now()
    const headers = incoming.headers as DirectRequest["headers"]
    const received = { headers, remoteAddress: Option.fromNullishOr(socket.remoteAddress) } as ReceivedFrom
    note(received)
    const requestId = proxies.requestIdOf(received)
    const facts = { ...noFacts(), route, address: proxies.addressOf(received) }
    followRequest(services, { incoming, response: () => outgoing, requestId, facts, startedAt }, accessLog)
    const send = ({ status, headers, body }: DirectResponse): void => {
      recordRequest(services, { route, method, status, millis: performance.now() - startedAt })
      outgoing.writeHead(status, {
        ...headers,
        ...commonHeaders,
        "x-request-id": requestId,
        ...(body === null && (status === 204 || status === 304) ? {} : { "content-length": body?.byteLength ?? 0 }),
        ...(listener.listening ? {} : { connection: "close" })
      })
      outgoing.end(body ?? undefined)
    }
    const address = { headers: received.headers, remoteAddress: Option.fromNullishOr(facts.address) }
    const responded = respond({ method, path: pathBelow(prefix, url), headers }, address)
    if (!Effect.isEffect(responded)) {
      send(responded)
      return true
    }
    const sending = Effect.map(
      Effect.catchCause(responded, (cause) => directDefect(cause)),
      send
    )
    fork(sending)
    return true
  }

  const directDefect = (cause: Cause.Cause<never>): Effect.Effect<DirectResponse> =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.map(defectResponse(cause, logUnexpected), ({ status, headers, body }) => ({
          status,
          headers: { ...headers, "cache-control": "no-store" },
          body: body._tag === "Uint8Array" ? body.body : null
        }))

  yield* Effect.acquireRelease(
    Effect.sync(() => {
      listener.handleFirst = handleFirst
    }),
    () =>
      Effect.sync(() => {
        listener.handleFirst = null
      })
  )

  return HttpRouter.route(
    "*",
    route,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const facts = yield* CurrentRequestFacts
      facts.route = route
      const { method, url, headers } = request
      const responded = respond({ method, path: pathBelow(prefix, url), headers }, request)
      const { status, headers: sent, body } = Effect.isEffect(responded) ? yield* responded : responded
      const contentType = sent["content-type"]
      return body === null
        ? HttpServerResponse.empty({ status, headers: sent })
        : HttpServerResponse.uint8Array(body, { status, headers: sent, ...(contentType ? { contentType } : {}) })
    })
  )
})

/** Headers of every response, as the middleware sets them. */
const commonHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders,
  "x-content-type-options": "nosniff",
  "x-tolgee-version": productVersion
}

const pathBelow = (prefix: string, url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url.slice(prefix.length) : url.slice(prefix.length, end)
}

const limitedResponse = ({ message, retryAfter, global }: RateLimited): DirectResponse => ({
  status: 429,
  headers: {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": String(Math.ceil(retryAfter / 1_000))
  },
  body: Buffer.from(JSON.stringify({ message, retryAfter, global }))
})
