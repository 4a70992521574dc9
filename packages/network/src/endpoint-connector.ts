import type { Socket } from "node:net"
import { Context, Layer } from "effect"
import type { buildConnector } from "undici"

/** Loads undici for the first connection: threads that send nothing save its memory. */
export const loadUndici = () => import("undici")

export type ConnectResult = { readonly socket: Socket } | { readonly error: Error }

/** The target of one connection: exactly one address. */
export interface ConnectionTarget {
  readonly address: string
  readonly port: number
  /** Name of the certificate and of SNI; null: plain TCP, no TLS. An address is a name without SNI. */
  readonly tlsName: string | null
  readonly timeoutMillis: number
}

/** Opens sockets to endpoints, which nothing else does. The caller has checked that the address may be reached. */
export class EndpointConnector extends Context.Service<
  EndpointConnector,
  { readonly connect: (target: ConnectionTarget, callback: (result: ConnectResult) => void) => void }
>()("@dragoman/network/EndpointConnector") {
  /** Opens TCP, and TLS verified by the certificate authorities of Node. HTTP/1.1 only; no proxy. */
  static readonly layer = Layer.sync(EndpointConnector, () => {
    const connectorByTimeout = new Map<number, buildConnector.connector>()
    const connectorOf = async (timeoutMillis: number) => {
      const { buildConnector: build } = await loadUndici()
      const known = connectorByTimeout.get(timeoutMillis)
      if (known !== undefined) return known
      const made = build({ allowH2: false, timeout: timeoutMillis })
      connectorByTimeout.set(timeoutMillis, made)
      return made
    }
    return EndpointConnector.of({
      connect: ({ address, port, tlsName, timeoutMillis }, callback) =>
        void connectorOf(timeoutMillis).then((connect) =>
          connect(
            {
              hostname: address,
              port: String(port),
              protocol: tlsName === null ? "http:" : "https:",
              ...(tlsName === null || tlsName === address ? {} : { servername: tlsName, host: tlsName })
            },
            (error, socket) => callback(error === null ? { socket } : { error })
          )
        )
    })
  })
}
