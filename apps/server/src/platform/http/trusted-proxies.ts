import { randomUUID } from "node:crypto"
import { type Effect, Option, Result } from "effect"
import { HttpMiddleware, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/** Decides which headers of proxies the server trusts. */
export interface TrustedProxies {
  /** Applies `X-Forwarded-*` headers, so that rate limits and links use the client's address and host instead of the proxy's. */
  readonly apply: <E, R>(handler: Handler<E, R>) => Handler<E, R>
  /** Whether a proxy sent the request, before `apply` has given it the client's address. */
  readonly isOfProxy: (request: HttpServerRequest.HttpServerRequest) => boolean
  /** Returns the id of a request: that of a proxy, or a new one. */
  readonly requestIdOf: (request: HttpServerRequest.HttpServerRequest) => string
}

/** An id that log lines and header values can hold. */
const acceptedId = /^[\w.:+/=-]{1,128}$/

/** Trusts proxies by address. `networks`: IP addresses or CIDR ranges, checked when the settings were read. */
export const trustProxies = (networks: ReadonlyArray<string>): TrustedProxies => {
  if (networks.length === 0) {
    return { apply: (handler) => handler, isOfProxy: () => false, requestIdOf: () => randomUUID() }
  }
  const trustedProxies = networks.map(toNetwork)
  const isOfProxy = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): boolean => {
    const address = Option.getOrNull(remoteAddress)
    const parsed = address === null ? null : Result.getOrNull(NetAddress.ipFromString(address))
    if (parsed === null) return false
    const peer = NetAddress.toCanonical(parsed)
    return trustedProxies.some((network) => IpNetwork.contains(network, peer))
  }
  return {
    apply: HttpMiddleware.xForwardedHeaders({ trustedProxies }),
    isOfProxy,
    requestIdOf: (request) => {
      const given = request.headers["x-request-id"]
      return given !== undefined && acceptedId.test(given) && isOfProxy(request) ? given : randomUUID()
    }
  }
}

const toNetwork = (text: string): IpNetwork.IpNetwork => {
  if (text.includes("/")) return IpNetwork.fromStringUnsafe(text)
  return IpNetwork.fromStringUnsafe(`${text}/${text.includes(":") ? 128 : 32}`)
}
