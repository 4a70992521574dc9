import type { IncomingMessage } from "node:http"
import type { EndpointRules } from "@dragoman/domain/network"
import { Effect } from "effect"
import { HostUnreachable, headersOf, makeGuardedConnect, sendOver } from "./guarded-fetch.ts"

/** Time limit of a connection to one address, in milliseconds. */
const connectMillis = 10_000
/** Size of a response: more than the events of any answer of a language model have. */
const responseBytesMax = 16 * 1024 * 1024

/**
 * Makes a `fetch` for libraries that bring their own requests: it guards connections as `makeGuardedFetch` does, follows no redirect,
 * and streams the body of the response. The signal of the request is its only time limit; without one it may wait forever.
 */
export const makeGuardedStreamFetch = Effect.fnUntraced(function* (rules: EndpointRules) {
  const connect = yield* makeGuardedConnect({ rules, timeoutMillis: connectMillis })

  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = "GET", body = null } = init
    if (body !== null && typeof body !== "string") throw new HostUnreachable(`${url.host}: only texts can be sent`)
    const signal = init.signal ?? new AbortController().signal
    signal.throwIfAborted()
    const socket = await connect(url)
    if (signal.aborted) {
      socket.destroy()
      throw signal.reason
    }
    const headers = Object.fromEntries(new Headers(init.headers))
    const response = await sendOver(socket, url, { method, headers, body }, signal)
    // An abort fails the response even before the caller reads it, who gets the same error then.
    response.on("error", () => {})
    const status = response.statusCode ?? 502
    const isEmpty = status === 204 || status === 304
    if (isEmpty) response.resume()
    return new Response(isEmpty ? null : ReadableStream.from(chunksOf(response, url, signal)), {
      status,
      headers: headersOf(response)
    })
  }
})

async function* chunksOf(response: IncomingMessage, url: URL, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > responseBytesMax) throw new HostUnreachable(`${url.host}: the response is too large`)
      yield chunk
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
