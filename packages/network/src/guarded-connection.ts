import { isIP, type Socket } from "node:net"
import { type EndpointRules, mayReach, mayUsePort } from "@dragoman/domain/network"
import { Cause, Effect, Exit } from "effect"
import type { Client } from "undici"
import { AddressResolver } from "./address-resolver.ts"
import { type ConnectionSet, makeConnectionSet } from "./connection-set.ts"
import { type ConnectResult, EndpointConnector, loadUndici } from "./endpoint-connector.ts"
import { type EndpointTarget, parseEndpointTarget } from "./endpoint-target.ts"

/** Addresses of one host that are tried one after the other, within one attempt. */
const addressTriesMax = 4

/** Idle connections are closed after this time, before common servers do it (5 s), so that few requests meet a closed one. */
const idleConnectionMillis = 4_000

/** Sets of connections kept; the least recently used one is closed first. */
const connectionSetsMax = 512

/** Parsed URLs that are kept; the one that came first is forgotten first. */
const endpointsMax = 4_096

/** The reason why no connection may be made. */
export interface NoConnection {
  readonly reason: "portBlocked" | "addressBlocked" | "hostNotFound"
  /** The port or host. */
  readonly detail: string
}

/** A parsed URL, and the latest decision about its addresses. */
export interface Endpoint {
  readonly target: EndpointTarget
  /** The address that stands in the URL; null: the resolver is asked at each attempt. */
  readonly literal: ReadonlyArray<string> | null
  decision: Decision | null
}

interface Decision {
  readonly addresses: ReadonlyArray<string>
  /** Key of the set of connections; null: the addresses may not be reached. */
  readonly key: string | null
}

/** Gets connections that were checked for the attempt that asks. */
export interface GuardedConnections {
  /** Parses a URL; null: the text is no absolute http or https URL. */
  readonly endpointOf: (url: string) => Endpoint | null
  /**
   * Resolves the host, asks the domain about every address, and gives connections to exactly these addresses: at once when
   * the address stands in the URL. Open ones are used again only while the host still has the same addresses. The returned
   * function ends the wait for the resolver. Source: docs/reference/webhooks.md#addresses.
   */
  readonly find: (
    endpoint: Endpoint,
    found: (connections: ConnectionSet | NoConnection) => void,
    died: (defect: unknown) => void
  ) => () => void
}

export const isNoConnection = (found: ConnectionSet | NoConnection): found is NoConnection => "reason" in found

/** Makes guarded connections, which are closed with the scope. */
export const makeGuardedConnections = Effect.fnUntraced(function* ({
  rules,
  timeoutMillis
}: {
  readonly rules: EndpointRules
  readonly timeoutMillis: number
}) {
  const resolver = yield* AddressResolver
  const connector = yield* EndpointConnector
  const services = yield* Effect.context<never>()
  const endpointByUrl = new Map<string, Endpoint | null>()
  const setByKey = yield* Effect.acquireRelease(
    Effect.sync(() => new Map<string, ConnectionSet>()),
    (kept) => Effect.promise(() => Promise.all([...kept.values()].map((connections) => connections.destroy())))
  )
  let Loaded: typeof Client | null = null

  const decide = ({ target, decision }: Endpoint, addresses: ReadonlyArray<string>): Decision => {
    // The resolver gives the same array again while it keeps a response: then the decision is the same.
    if (decision?.addresses === addresses) return decision
    // INVARIANT: the key has every address that a connection of the set may have, so a set that is found is one whose
    // addresses have just been checked.
    const key = mayReach(target.host, addresses, rules) ? `${target.origin} ${addresses.toSorted().join(" ")}` : null
    return { addresses, key }
  }

  /** Keeps a set as the latest one. */
  const keep = (key: string, connections: ConnectionSet): void => {
    setByKey.delete(key)
    setByKey.set(key, connections)
    const [oldest] = setByKey
    if (setByKey.size <= connectionSetsMax || oldest === undefined) return
    setByKey.delete(oldest[0])
    oldest[1].close()
  }

  const setOf = (key: string, target: EndpointTarget, addresses: ReadonlyArray<string>, NewClient: typeof Client) => {
    const known = setByKey.get(key)
    if (known !== undefined) {
      keep(key, known)
      return known
    }
    const made = makeConnectionSet(
      (connect) =>
        new NewClient(target.origin, {
          connect,
          allowH2: false,
          // More than is ever received: the parser makes an error of each header that is too much, thousands in one read.
          maxHeaderSize: 2 * receivedBytesMax,
          keepAliveTimeout: idleConnectionMillis,
          keepAliveMaxTimeout: idleConnectionMillis,
          // One deadline for the whole attempt stands above all of this.
          headersTimeout: 0,
          bodyTimeout: 0
        }),
      connectInTurn(connector, target, addresses.slice(0, addressTriesMax), timeoutMillis)
    )
    keep(key, made)
    return made
  }

  const connections: GuardedConnections = {
    endpointOf: (url) => {
      const known = endpointByUrl.get(url)
      if (known !== undefined) return known
      const target = parseEndpointTarget(url)
      const literal = target === null || isIP(target.host) === 0 ? null : [target.host]
      const endpoint = target === null ? null : { target, literal, decision: null }
      endpointByUrl.set(url, endpoint)
      const [oldest] = endpointByUrl.keys()
      if (endpointByUrl.size > endpointsMax && oldest !== undefined) endpointByUrl.delete(oldest)
      return endpoint
    },
    find: (endpoint, found, died) => {
      const { target, literal } = endpoint
      const { host, port } = target
      const judge = (addresses: ReadonlyArray<string>): void => {
        const decision = decide(endpoint, addresses)
        endpoint.decision = decision
        const { key } = decision
        if (key === null) found({ reason: "addressBlocked", detail: host })
        else if (Loaded !== null) found(setOf(key, target, addresses, Loaded))
        else {
          loadUndici().then((loaded) => {
            Loaded = loaded.Client
            found(setOf(key, target, addresses, loaded.Client))
          }, died)
        }
      }
      if (!mayUsePort(port, rules.ports)) found({ reason: "portBlocked", detail: String(port) })
      else if (literal !== null) judge(literal)
      else {
        const asking = Effect.runForkWith(services)(resolver.resolve(host))
        asking.addObserver((exit) => {
          if (Exit.isSuccess(exit)) judge(exit.value)
          else if (Cause.hasFails(exit.cause)) found({ reason: "hostNotFound", detail: host })
          else if (!Cause.hasInterrupts(exit.cause)) died(Cause.squash(exit.cause))
        })
        return () => asking.interruptUnsafe()
      }
      return nothingToEnd
    }
  }
  return connections
})

const nothingToEnd = (): void => {}

/** Opens a socket without any name: it tries the addresses in order, each with its share of the time. */
const connectInTurn =
  (
    connector: EndpointConnector["Service"],
    target: EndpointTarget,
    addresses: ReadonlyArray<string>,
    timeoutMillis: number
  ) =>
  (callback: (result: ConnectResult) => void): void => {
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
        if ("error" in result && index + 1 < addresses.length) {
          attempt(index + 1)
          return
        }
        if ("socket" in result) limitReceived(result.socket)
        callback(result)
      })
    }
    attempt(0)
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
