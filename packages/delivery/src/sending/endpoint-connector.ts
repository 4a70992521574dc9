import type { Socket } from "node:net"
import { Context, Layer } from "effect"
import buildConnector from "undici/lib/core/connect.js"

/** One connection to exactly one address. */
export interface ConnectionTarget {
  readonly address: string
  readonly port: number
  /** Name of the certificate and of SNI; null: plain TCP, no TLS. An address is a name without SNI. */
  readonly tlsName: string | null
  readonly timeoutMillis: number
}

export type ConnectCallback = (result: { readonly socket: Socket } | { readonly error: Error }) => void

/** The only place that opens sockets to endpoints. The caller has checked that the address may be reached. */
export class EndpointConnector extends Context.Service<
  EndpointConnector,
  { readonly connect: (target: ConnectionTarget, callback: ConnectCallback) => void }
>()("@dragoman/delivery/sending/EndpointConnector") {
  /** TCP, and TLS with the certificate authorities of Node, verified. HTTP/1.1 only; no proxy. */
  static readonly layer = Layer.sync(EndpointConnector, () => {
    const connectorByTimeout = new Map<number, buildConnector.connector>()
    const connectorOf = (timeoutMillis: number) => {
      const known = connectorByTimeout.get(timeoutMillis)
      if (known !== undefined) return known
      const made = buildConnector({ allowH2: false, timeout: timeoutMillis })
      connectorByTimeout.set(timeoutMillis, made)
      return made
    }
    return EndpointConnector.of({
      connect: ({ address, port, tlsName, timeoutMillis }, callback) =>
        connectorOf(timeoutMillis)(
          {
            hostname: address,
            port: String(port),
            protocol: tlsName === null ? "http:" : "https:",
            ...(tlsName === null || tlsName === address ? {} : { servername: tlsName, host: tlsName })
          },
          (error, socket) => callback(error === null ? { socket } : { error })
        )
    })
  })
}
