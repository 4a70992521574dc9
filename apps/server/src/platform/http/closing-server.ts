import { Server, type ServerOptions } from "node:http"

/** How often, while the server closes, connections that have become idle are looked for. */
const lookMillis = 20

/**
 * Time for a connection to send all headers of a request, also of its first one: who only connects is let go. Node's own
 * 60 seconds, looked at every 30, keep silent connections for one and a half minutes.
 */
const headersTimeoutMillis = 20_000

/** How often connections are checked for their time. */
const checkIntervalMillis = 5_000

/** Time for a whole request; an upload of 50 MB over 1.5 Mbit/s takes that long. */
const requestTimeoutMillis = 300_000

/**
 * An HTTP server that closes as soon as its last answer is sent. Node's own closes only the connections that are idle
 * when `close` is called; clients that keep theirs open would hold up the end for seconds.
 */
export class ClosingServer extends Server {
  constructor(options: ServerOptions = {}) {
    super({
      headersTimeout: headersTimeoutMillis,
      connectionsCheckingInterval: checkIntervalMillis,
      requestTimeout: requestTimeoutMillis,
      ...options
    })
  }

  override close(callback?: (error?: Error) => void): this {
    const look = setInterval(() => this.closeIdleConnections(), lookMillis)
    this.once("close", () => clearInterval(look))
    return super.close((error) => {
      clearInterval(look)
      callback?.(error)
    })
  }
}
