import { request as httpRequest, type IncomingMessage } from "node:http"
import { isIP, type Socket } from "node:net"
import { type EndpointRules, mayReach, mayUsePort } from "@dragoman/domain/network"
import { Effect } from "effect"
import { AddressResolver } from "./address-resolver.ts"
import { EndpointConnector } from "./endpoint-connector.ts"

/** Usual limit of a response: more than any discovery document, set of keys or profile has. */
const usualResponseBytesMax = 1024 * 1024
/** Number of addresses of one host that are tried one after the other. */
const addressTriesMax = 4

/** No usable response arrived. The message names host and reason, never a token. */
export class HostUnreachable extends Error {
  override readonly name = "HostUnreachable"
}

/** The response is longer than the limit; the host may have done what it was asked for. */
export class ResponseTooLarge extends HostUnreachable {}

export interface GuardedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Body of the request; null: none. */
  readonly body: string | Uint8Array | null
  /** Closes the connection when it is aborted. */
  readonly signal?: AbortSignal
}

/**
 * Sends one request to a provider, within the time limit. Redirects are not followed: they could lead to another host, which
 * would get the credentials. Rejects with `HostUnreachable`.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>

interface GuardOptions {
  readonly rules: EndpointRules
  readonly timeoutMillis: number
}

/** Opens sockets to addresses that the rules permit, and to exactly the addresses that were checked. */
export const makeGuardedConnect = Effect.fnUntraced(function* (options: GuardOptions) {
  const resolver = yield* AddressResolver
  const connector = yield* EndpointConnector
  const services = yield* Effect.context<never>()
  const { rules, timeoutMillis } = options

  const addressesOf = async (host: string): Promise<ReadonlyArray<string>> => {
    if (isIP(host) !== 0) return [host]
    return Effect.runPromiseWith(services)(
      resolver.resolve(host).pipe(Effect.catch(() => Effect.succeed<ReadonlyArray<string>>([])))
    )
  }

  const connect = async (url: URL, host: string): Promise<Socket> => {
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
    if (!mayUsePort(port, rules.ports)) throw new HostUnreachable(`${url.host}: the port is not permitted`)
    const addresses = await addressesOf(host)
    if (addresses.length === 0) throw new HostUnreachable(`${url.host}: the host was not found`)
    if (!mayReach(host, addresses, rules)) throw new HostUnreachable(`${url.host}: the address is not permitted`)
    let reason = "no connection"
    for (const address of addresses.slice(0, addressTriesMax)) {
      const tlsName = url.protocol === "https:" ? host : null
      const result = await new Promise<Parameters<Parameters<typeof connector.connect>[1]>[0]>((resolve) =>
        connector.connect({ address, port, tlsName, timeoutMillis }, resolve)
      )
      if ("socket" in result) return result.socket
      reason = result.error.message
    }
    throw new HostUnreachable(`${url.host}: ${reason}`)
  }

  return (url: URL) => connect(url, url.hostname.replace(/^\[(.*)\]$/, "$1"))
})

/**
 * Sends requests over guarded connections: the rules of webhooks apply to providers that owners of organizations name
 * (docs/reference/webhooks.md#addresses).
 */
export const makeGuardedFetch = Effect.fnUntraced(function* (
  options: GuardOptions & {
    /** Limit of a response; absent: 1 MiB. */
    readonly responseBytesMax?: number
  }
) {
  const { timeoutMillis, responseBytesMax = usualResponseBytesMax } = options
  const connect = yield* makeGuardedConnect(options)

  const send = async (url: URL, request: GuardedRequest, signal: AbortSignal) => {
    const socket = await connect(url)
    if (signal.aborted) {
      socket.destroy()
      throw new HostUnreachable(`${url.host}: no response in time`)
    }
    const response = await sendOver(socket, url, request, signal)
    const text = await readAll(response, url, responseBytesMax)
    const status = response.statusCode ?? 502
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : text, { status, headers: headersOf(response) })
  }

  return (async (text, request) => {
    const url = new URL(text)
    const timeout = AbortSignal.timeout(timeoutMillis)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      return await Promise.race([send(url, request, signal), whenAborted(signal, url)])
    } catch (error) {
      if (error instanceof HostUnreachable) throw error
      const reason = signal.aborted ? "no response in time" : error instanceof Error ? error.message : "no response"
      throw new HostUnreachable(`${url.host}: ${reason}`)
    }
  }) satisfies GuardedFetch as GuardedFetch
})

/** Sends a request over a socket, which is closed after the response, or when the signal aborts. */
export const sendOver = (
  socket: Socket,
  url: URL,
  { method, headers, body }: GuardedRequest,
  signal: AbortSignal
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        method,
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          host: url.host,
          connection: "close",
          ...(body === null ? {} : { "content-length": String(Buffer.byteLength(body)) })
        },
        createConnection: () => socket,
        signal
      },
      resolve
    )
    sent.on("error", reject)
    sent.end(body ?? undefined)
  })

const whenAborted = (signal: AbortSignal, url: URL): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new HostUnreachable(`${url.host}: no response in time`)), {
      once: true
    })
  )

const readAll = async (response: IncomingMessage, url: URL, bytesMax: number): Promise<string> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) {
      response.destroy()
      throw new ResponseTooLarge(`${url.host}: the response is too large`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

export const headersOf = ({ headers }: IncomingMessage): Headers => {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) all.append(name, one)
  }
  return all
}
