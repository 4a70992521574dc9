import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import { Context, Layer } from "effect"

/** Poll interval for closing idle connections during shutdown. */
const pollMillis = 20

/**
 * Timeout for all headers of a request, also of the first one of a connection. Node's default of 60 seconds, checked every
 * 30, keeps silent connections for up to 90 seconds.
 */
const headersTimeoutMillis = 20_000

/** Interval of the checks of both timeouts. */
const checkIntervalMillis = 5_000

/** Timeout for a whole request: enough for an upload of 50 MB at 1.5 Mbit/s. */
const requestTimeoutMillis = 300_000

/**
 * Idle time of a connection: longer than proxies keep one for the next request (nginx 60 seconds, Caddy 120). When the server
 * closes first, a request that is on its way gets 502 from the proxy.
 */
const keepAliveTimeoutMillis = 125_000

/**
 * An HTTP server that closes as soon as its last response is sent. Node's server closes only the connections that are idle
 * when `close` is called, so that keep-alive connections would delay the shutdown by seconds.
 */
export class ClosingServer extends Server {
  /** Sees each request before the router does; true: it responds. It gets no upgrades. */
  handleFirst: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null

  constructor(options: ServerOptions = {}) {
    super({
      headersTimeout: headersTimeoutMillis,
      keepAliveTimeout: keepAliveTimeoutMillis,
      connectionsCheckingInterval: checkIntervalMillis,
      requestTimeout: requestTimeoutMillis,
      ...options
    })
  }

  override emit(event: string | symbol, ...values: ReadonlyArray<unknown>): boolean {
    if (this.handleFirst !== null && (event === "request" || event === "checkContinue")) {
      if (this.handleFirst(values[0] as IncomingMessage, values[1] as ServerResponse)) return true
    }
    return super.emit(event, ...values)
  }

  override close(callback?: (error?: Error) => void): this {
    const poll = setInterval(() => this.closeIdleConnections(), pollMillis)
    this.once("close", () => clearInterval(poll))
    return super.close((error) => {
      clearInterval(poll)
      callback?.(error)
    })
  }
}

/** The HTTP server of this process. */
export class HttpListener extends Context.Service<HttpListener, ClosingServer>()(
  "@dragoman/server/platform/http/HttpListener"
) {
  static readonly layer = Layer.sync(HttpListener, () => new ClosingServer())
}
