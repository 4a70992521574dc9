import { createServer, type Server } from "node:http"
import { healthAnswer, listenForMonitors } from "@dragoman/monitoring"
import { Context, Effect, Exit, Scope } from "effect"
import type { SettingValues } from "../settings/settings.ts"
import { retryAfterSeconds } from "./undeclared-response.ts"

/** Runs right before the server listens: it frees the ports on which another listener has responded until then. */
export const BeforeListening = Context.Reference<Effect.Effect<void>>(
  "@dragoman/server/platform/http/BeforeListening",
  { defaultValue: () => Effect.void }
)

type Ports = Pick<SettingValues, "host" | "port" | "metricsHost" | "metricsPort" | "metricsToken">

/**
 * Responds in place of a server that waits for its database: it is alive and not ready, and other requests get the 503
 * of an outage. `listen` does nothing when it listens already.
 */
export const makeWaitingServer = ({ host, port, metricsHost, metricsPort, metricsToken }: Ports) => {
  let opened: Scope.Closeable | null = null
  const listen = Effect.gen(function* () {
    if (opened !== null) return
    const scope = yield* Scope.make()
    opened = scope
    const open = Effect.acquireRelease(
      Effect.promise(() => listenAt(host, port)),
      (server) => Effect.sync(() => server.close())
    )
    yield* Scope.provide(open, scope)
    if (metricsPort === null) return
    const monitors = listenForMonitors({ host: metricsHost, port: metricsPort, token: metricsToken }, () => null)
    yield* Scope.provide(monitors, scope)
  }).pipe(Effect.orDie)
  const close = Effect.suspend(() => {
    const scope = opened
    opened = null
    return scope === null ? Effect.void : Scope.close(scope, Exit.void)
  })
  return { listen, close }
}

const listenAt = (host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const path = request.url?.split("?", 1)[0] ?? "/"
      const { status, body } = responseTo(path)
      const text = JSON.stringify(body)
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        // Without keep-alive the port is free as soon as the server can start.
        connection: "close",
        ...(status === 503 ? { "retry-after": String(retryAfterSeconds) } : {})
      })
      response.end(request.method === "HEAD" ? undefined : text)
    })
    server.once("error", reject)
    server.listen({ host, port }, () => resolve(server))
  })

const responseTo = (path: string): { readonly status: number; readonly body: object } => {
  switch (path) {
    case "/health/live":
      return healthAnswer("UP")
    case "/health":
    case "/health/ready":
    case "/actuator/health":
      return healthAnswer("DATABASE_DOWN")
    default:
      return { status: 503, body: { code: "database_unavailable", params: null } }
  }
}
