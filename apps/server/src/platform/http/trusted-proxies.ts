import { randomUUID } from "node:crypto"
import { type Effect, Option, Result } from "effect"
import { HttpMiddleware, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/** The headers of a request, and the address of the connection. */
export type ReceivedFrom = Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">

/** Decides which headers of proxies the server trusts. */
export interface TrustedProxies {
  /** Applies `X-Forwarded-*` headers, so that rate limits and links use the client's address and host instead of the proxy's. */
  readonly apply: <E, R>(handler: Handler<E, R>) => Handler<E, R>
  /** Whether a proxy sent the request, before `apply` has given it the client's address. */
  readonly isOfProxy: (request: ReceivedFrom) => boolean
  /** Returns the client's address that `apply` gives to a request; null: unknown. */
  readonly addressOf: (request: ReceivedFrom) => string | null
  /** Returns the id of a request: that of a proxy, or a new one. */
  readonly requestIdOf: (request: ReceivedFrom) => string
}

/** An id that log lines and header values can hold. */
const acceptedId = /^[\w.:+/=-]{1,128}$/

/** Trusts proxies by address. `networks`: IP addresses or CIDR ranges, checked when the settings were read. */
export const trustProxies = (networks: ReadonlyArray<string>): TrustedProxies => {
  if (networks.length === 0) {
    return {
      apply: (handler) => handler,
      isOfProxy: () => false,
      addressOf: ({ remoteAddress }) => Option.getOrNull(remoteAddress),
      requestIdOf: () => randomUUID()
    }
  }
  const trustedProxies = networks.map(toNetwork)
  const isTrusted = (address: NetAddress.IpAddress) =>
    trustedProxies.some((network) => IpNetwork.contains(network, address))
  const isOfProxy = ({ remoteAddress }: ReceivedFrom): boolean => {
    const peer = Option.isNone(remoteAddress) ? null : parseAddress(remoteAddress.value)
    return peer !== null && isTrusted(peer)
  }
  /** Walks from the nearest proxy to the first address that is none; without one, the farthest is the client. */
  const forwardedAddress = (forwardedFor: string): string | null => {
    const addresses = forwardedFor.split(",")
    for (let index = addresses.length - 1; index >= 0; index--) {
      const address = parseAddress((addresses[index] ?? "").trim())
      if (address === null) return null
      if (index === 0 || !isTrusted(address)) return NetAddress.formatIp(address)
    }
    return null
  }
  return {
    apply: HttpMiddleware.xForwardedHeaders({ trustedProxies }),
    isOfProxy,
    addressOf: (request) => {
      const forwardedFor = request.headers["x-forwarded-for"]
      const forwarded = forwardedFor === undefined || !isOfProxy(request) ? null : forwardedAddress(forwardedFor)
      return forwarded ?? Option.getOrNull(request.remoteAddress)
    },
    requestIdOf: (request) => {
      const given = request.headers["x-request-id"]
      return given !== undefined && acceptedId.test(given) && isOfProxy(request) ? given : randomUUID()
    }
  }
}

/** Parses an address as proxies write it: alone, in brackets, or with a port. */
const parseAddress = (text: string): NetAddress.IpAddress | null => {
  const alone = NetAddress.ipFromString(text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text)
  if (Result.isSuccess(alone)) return NetAddress.toCanonical(alone.success)
  const withPort = NetAddress.inetAddressFromString(text)
  return Result.isSuccess(withPort) ? NetAddress.toCanonical(withPort.success.address) : null
}

const toNetwork = (text: string): IpNetwork.IpNetwork => {
  if (text.includes("/")) return IpNetwork.fromStringUnsafe(text)
  return IpNetwork.fromStringUnsafe(`${text}/${text.includes(":") ? 128 : 32}`)
}
