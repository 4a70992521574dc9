import { Context, Effect, type Option, type Scope } from "effect"
import {
  Headers,
  HttpClientRequest,
  HttpEffect,
  type HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"

/** Whether the server itself made the request while it handles another one, whose line in the access log stands for both. */
export const InProcess = Context.Reference<boolean>("@dragoman/server/platform/http/InProcess", {
  defaultValue: () => false
})

export interface InProcessRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path with the query, from the first slash. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Address of the client, for rate limits and the audit log. */
  readonly remoteAddress: Option.Option<string>
  /** Text of a JSON body; null: no body. */
  readonly body: string | null
}

export interface InProcessResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Makes a function that sends requests through the routes of the server without a socket: authorization, limits, decoding and
 * errors are those of any request. Routes that are added after the first call are unknown to it.
 */
export const inProcessClient = (router: HttpRouter.HttpRouter) => {
  let handler: ReturnType<typeof router.asHttpEffect> | undefined
  return (request: InProcessRequest): Effect.Effect<InProcessResponse> =>
    Effect.suspend(() => {
      handler ??= router.asHttpEffect()
      return Effect.provideService(handleInProcess(handler, request), InProcess, true)
    })
}

/** Handles a request as a server does that received it, with a scope and handlers of its response of its own. */
export const handleInProcess = <E>(
  handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest | Scope.Scope>,
  { method, url, headers, remoteAddress, body }: InProcessRequest
): Effect.Effect<InProcessResponse> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    let received: InProcessResponse | undefined
    const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const made = HttpClientRequest.make(method)(`http://localhost${url}`)
    const request = HttpServerRequest.fromClientRequest(
      body === null ? made : HttpClientRequest.bodyText(made, body, "application/json")
    ).modify({ url, headers: Headers.fromInput({ ...headers, ...length }), remoteAddress })
    yield* HttpEffect.toHandled(handler, (_, response) =>
      Effect.promise(async () => {
        const text = await HttpServerResponse.toWeb(response, { context }).text()
        received = { status: response.status, headers: { ...response.headers }, text }
      })
    ).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request))
    return received ?? (yield* Effect.interrupt)
  })
