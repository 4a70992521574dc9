import { isIP, type Socket } from "node:net"
import { type EndpointRules, mayReach, mayUsePort } from "@dragoman/domain/webhook"
import { type Cause, Context, Data, Effect, Layer } from "effect"
import type { buildConnector, Pool } from "undici"
import { AddressResolver, type HostNotFound } from "./address-resolver.ts"

/** The host has an address that webhooks may not reach: DRAGOMAN_WEBHOOK_ALLOW, DRAGOMAN_WEBHOOK_DENY. */
export class AddressBlocked extends Data.TaggedError("AddressBlocked")<{ readonly host: string }> {}

/** Webhooks may not use this port: DRAGOMAN_WEBHOOK_PORTS. */
export class PortBlocked extends Data.TaggedError("PortBlocked")<{ readonly port: number }> {}

/** Addresses of one host that are tried one after the other, within one attempt. */
const addressTriesMax = 4

/** Idle connections are closed after this time, before common servers do it (5 s), so that no request meets a closed one. */
const idleConnectionMillis = 4_000

/** Sets of connections kept; the least recently used one is closed first. */
const poolsMax = 512

// Loaded by the first delivery: threads that send nothing save its memory.
const loadPool = Effect.runSync(Effect.cached(Effect.promise(() => import("undici/lib/dispatcher/pool.js"))))
const loadBuildConnector = () => import("undici/lib/core/connect.js")

/** Connections that were checked for the attempt that asks. */
export class GuardedConnections extends Context.Service<
  GuardedConnections,
  {
    /**
     * Resolves the host, asks the domain about every address, and gives connections to exactly these addresses. Open ones
     * are used again only while the host still has the same addresses. Source: docs/reference/webhooks.md#addresses.
     */
    readonly poolFor: (
      target: EndpointTarget
    ) => Effect.Effect<Pool, AddressBlocked | PortBlocked | HostNotFound | Cause.TimeoutError>
  }
>()("@dragoman/delivery/sending/GuardedConnections") {
  static readonly layer = ({
    rules,
    timeoutMillis
  }: {
    readonly rules: EndpointRules
    readonly timeoutMillis: number
  }) =>
    Layer.effect(
      GuardedConnections,
      Effect.gen(function* () {
        const resolver = yield* AddressResolver
        const connector = yield* EndpointConnector
        const pools = yield* Effect.acquireRelease(
          Effect.sync(() => new Map<string, Pool>()),
          (open) => Effect.promise(() => Promise.all([...open.values()].map((pool) => pool.destroy())))
        )

        const open = (
          { default: NewPool }: Effect.Success<typeof loadPool>,
          target: EndpointTarget,
          addresses: ReadonlyArray<string>
        ): Pool => {
          // INVARIANT: the key has every address that a connection of the pool may have, so a pool that is found is
          // one whose addresses have just been checked.
          const key = `${target.origin} ${addresses.toSorted().join(" ")}`
          const known = pools.get(key)
          if (known !== undefined) {
            pools.delete(key)
            pools.set(key, known)
            return known
          }
          const pool = new NewPool(target.origin, {
            connect: connectInTurn(connector, target, addresses.slice(0, addressTriesMax), timeoutMillis),
            allowH2: false,
            // More than is ever received: the parser makes an error of each header that is too much, thousands in one read.
            maxHeaderSize: 2 * receivedBytesMax,
            keepAliveTimeout: idleConnectionMillis,
            keepAliveMaxTimeout: idleConnectionMillis,
            // One timer for the whole attempt stands above all of this.
            headersTimeout: 0,
            bodyTimeout: 0
          })
          pools.set(key, pool)
          const [oldest] = pools
          if (pools.size > poolsMax && oldest !== undefined) {
            pools.delete(oldest[0])
            void oldest[1].close()
          }
          return pool
        }

        const addressesOf = ({
          host,
          port
        }: EndpointTarget): Effect.Effect<ReadonlyArray<string>, PortBlocked | HostNotFound | Cause.TimeoutError> => {
          if (!mayUsePort(port, rules.ports)) return Effect.fail(new PortBlocked({ port }))
          return isIP(host) === 0 ? Effect.timeout(resolver.resolve(host), timeoutMillis) : Effect.succeed([host])
        }

        return GuardedConnections.of({
          poolFor: (target) =>
            Effect.flatMap(addressesOf(target), (addresses) =>
              mayReach(target.host, addresses, rules)
                ? Effect.map(loadPool, (loaded) => open(loaded, target, addresses))
                : Effect.fail(new AddressBlocked({ host: target.host }))
            )
        })
      })
    )
}

/** A connector of undici that knows no names: it tries the addresses in order, each with its share of the time. */
const connectInTurn =
  (
    connector: EndpointConnector["Service"],
    target: EndpointTarget,
    addresses: ReadonlyArray<string>,
    timeoutMillis: number
  ): buildConnector.connector =>
  (_, callback) => {
    const attempt = (index: number): void => {
      const address = addresses[index]
      if (address === undefined) return
      const connection = {
        address,
        port: target.port,
        tlsName: target.isTls ? target.host : null,
        timeoutMillis: Math.ceil(timeoutMillis / addresses.length)
      }
      connector.connect(connection, (result) => {
        if ("socket" in result) {
          limitReceived(result.socket)
          callback(null, result.socket)
        } else if (index + 1 < addresses.length) attempt(index + 1)
        else callback(result.error, null)
      })
    }
    attempt(0)
  }

/** One connection to exactly one address. */
export interface ConnectionTarget {
  readonly address: string
  readonly port: number
  /** Name of the certificate and of SNI; null: plain TCP, no TLS. An address is a name without SNI. */
  readonly tlsName: string | null
  readonly timeoutMillis: number
}

type ConnectCallback = (result: { readonly socket: Socket } | { readonly error: Error }) => void

/** The only place that opens sockets to endpoints. The caller has checked that the address may be reached. */
export class EndpointConnector extends Context.Service<
  EndpointConnector,
  { readonly connect: (target: ConnectionTarget, callback: ConnectCallback) => void }
>()("@dragoman/delivery/sending/EndpointConnector") {
  /** TCP, and TLS with the certificate authorities of Node, verified. HTTP/1.1 only; no proxy. */
  static readonly layer = Layer.sync(EndpointConnector, () => {
    const connectorByTimeout = new Map<number, buildConnector.connector>()
    const connectorOf = async (timeoutMillis: number) => {
      const { default: build } = await loadBuildConnector()
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

/**
 * Bytes that an endpoint may send in response to one request, including everything around the body: the parser has no
 * limit for informational responses, chunk extensions and reasons, and could be kept busy as fast as the network is.
 */
const receivedBytesMax = 256 * 1024

/** The code of the error that closes the connection. */
export const tooMuchReceived = "TOO_MUCH_RECEIVED"

/** Closes the connection when too much arrives after the latest write. Call it before the first read. */
const limitReceived = (socket: Socket): void => {
  let written = 0
  let receivedBefore = 0
  let received = 0
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      receivedBefore = received
    }
    received = socket.bytesRead
    if (received - receivedBefore <= receivedBytesMax) return
    socket.destroy(Object.assign(new Error("too much was received"), { code: tooMuchReceived }))
  })
}

/** Where a request goes, taken apart once. */
export interface EndpointTarget {
  readonly isTls: boolean
  /** As a resolver or a connection takes it: lower case, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  /** Scheme, host and port; the source of the `Host` header. */
  readonly origin: string
  /** Path and query exactly as stored, never encoded again. Source: docs/reference/webhooks.md#addresses. */
  readonly path: string
  /** Value of the `Authorization` header from the credentials in the URL; null without any. */
  readonly authorization: string | null
}

/** The part behind the authority, up to the fragment. */
const behindAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i

/** null when the stored text is no absolute http or https URL. */
export const parseEndpointTarget = (text: string): EndpointTarget | null => {
  const url = URL.parse(text)
  const rest = behindAuthority.exec(text)?.[1]
  if (url === null || rest === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  const isTls = url.protocol === "https:"
  return {
    isTls,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    origin: url.origin,
    path: rest.startsWith("/") ? rest : `/${rest}`,
    authorization: url.username === "" && url.password === "" ? null : basicAuthorization(url)
  }
}

const basicAuthorization = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${percentDecode(username)}:${percentDecode(password)}`, "utf8").toString("base64")}`

/** A stray percent sign stays as it is. */
const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
