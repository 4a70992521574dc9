import type { buildConnector, Client } from "undici"
import type { ConnectResult } from "./endpoint-connector.ts"

/** One connection for one request at a time; it connects for the first one, and again after the endpoint has closed it. */
export interface Connection {
  readonly client: Client
  /** Responses on the present socket; more than 0: the endpoint may have closed it by now. */
  responseCount: number
}

/** Connections of which any one may be used. */
export interface ConnectionSet {
  readonly isClosed: () => boolean
  /** Takes a connection without a request. `isFresh`: one that has never been used. */
  readonly take: (isFresh: boolean) => Connection
  /** Returns a connection after a complete response. */
  readonly release: (connection: Connection) => void
  /** Closes a connection that is not idle, whatever it is doing. */
  readonly discard: (connection: Connection) => void
  /** Closes idle connections at once, others when they are released. */
  readonly close: () => void
  /** Closes all connections at once. */
  readonly destroy: () => Promise<unknown>
}

/** `connect`: opens a socket to an endpoint that may be reached. */
export const makeConnectionSet = (
  makeClient: (connect: buildConnector.connector) => Client,
  connect: (callback: (result: ConnectResult) => void) => void
): ConnectionSet => {
  const all = new Set<Connection>()
  /** The latest one is used first, so that surplus ones are closed by their idle time. */
  const idle: Array<Connection> = []
  let isClosed = false

  const open = (): Connection => {
    const client = makeClient((_, callback) =>
      connect((result) => {
        connection.responseCount = 0
        if ("socket" in result) callback(null, result.socket)
        else callback(result.error, null)
      })
    )
    const connection: Connection = { client, responseCount: 0 }
    all.add(connection)
    client.on("disconnect", () => {
      const index = idle.indexOf(connection)
      if (index < 0) return
      idle.splice(index, 1)
      all.delete(connection)
    })
    return connection
  }

  const discard = (connection: Connection): void => {
    if (!all.delete(connection)) return
    // Not before the client has dealt with the event in progress.
    queueMicrotask(() => void connection.client.destroy())
  }

  return {
    isClosed: () => isClosed,
    take: (isFresh) => (isFresh ? undefined : idle.pop()) ?? open(),
    release: (connection) => {
      connection.responseCount++
      if (isClosed) discard(connection)
      else idle.push(connection)
    },
    discard,
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) discard(connection)
    },
    destroy: () => {
      isClosed = true
      return Promise.all([...all].map(({ client }) => client.destroy()))
    }
  }
}
