import { Server } from "node:http"

/** How often, while the server closes, connections that have become idle are looked for. */
const lookMillis = 20

/**
 * An HTTP server that closes as soon as its last answer is sent. Node's own closes only the connections that are idle
 * when `close` is called; clients that keep theirs open would hold up the end for seconds.
 */
export class ClosingServer extends Server {
  override close(callback?: (error?: Error) => void): this {
    const look = setInterval(() => this.closeIdleConnections(), lookMillis)
    this.once("close", () => clearInterval(look))
    return super.close((error) => {
      clearInterval(look)
      callback?.(error)
    })
  }
}
