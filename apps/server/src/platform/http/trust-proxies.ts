import type { Effect } from "effect"
import { HttpMiddleware, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Lets `X-Forwarded-*` headers count when they come from one of these networks (IP addresses or CIDR ranges), so that
 * rate limits and links see the client's address and host instead of the proxy's.
 */
export const trustProxies = (networks: ReadonlyArray<string>): (<E, R>(handler: Handler<E, R>) => Handler<E, R>) =>
  networks.length === 0
    ? (handler) => handler
    : HttpMiddleware.xForwardedHeaders({ trustedProxies: networks.map(toNetwork) })

/** The settings were checked when they were read. */
const toNetwork = (text: string): IpNetwork.IpNetwork => {
  if (text.includes("/")) return IpNetwork.fromStringUnsafe(text)
  return IpNetwork.fromStringUnsafe(`${text}/${text.includes(":") ? 128 : 32}`)
}
