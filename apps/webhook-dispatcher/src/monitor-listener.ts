import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Health, healthAnswer } from "@dragoman/monitoring"
import { Data, Effect } from "effect"

/** Prometheus text format 0.0.4. */
const metricsContentType = "text/plain; version=0.0.4; charset=utf-8"

/** The sources of the answers to monitors. */
export interface MonitorAnswers {
  readonly health: Effect.Effect<Health>
  readonly metrics: Effect.Effect<string>
}

/** The address is taken, or not one of this machine. */
class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly host: string; readonly port: number }> {}

/**
 * Listens for monitors until the scope is closed, with the paths that the server has too. `answers`: null while there is
 * no database yet.
 */
export const listenForMonitors = (
  { host, port }: { readonly host: string; readonly port: number },
  answers: () => MonitorAnswers | null
) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }, ListenFailed>((resume) => {
      const server = createServer((request, response) => {
        const path = request.url?.split("?", 1)[0] ?? "/"
        const isRead = request.method === "GET" || request.method === "HEAD"
        void Effect.runPromise(isRead ? answer(path, answers(), response) : notFound(response))
      })
      server.once("error", () => resume(Effect.fail(new ListenFailed({ host, port }))))
      server.listen(port, host, () => {
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const answer = (path: string, answers: MonitorAnswers | null, response: ServerResponse): Effect.Effect<void> => {
  switch (path) {
    case "/health/live":
      return sendHealth(response, Effect.succeed("UP"))
    case "/health":
    case "/health/ready":
    case "/actuator/health":
      return sendHealth(response, answers?.health ?? Effect.succeed("DATABASE_DOWN"))
    case "/metrics":
    case "/actuator/prometheus":
      return answers === null
        ? notFound(response)
        : Effect.map(answers.metrics, (text) => send(response, 200, metricsContentType, text))
    default:
      return notFound(response)
  }
}

const sendHealth = (response: ServerResponse, health: Effect.Effect<Health>): Effect.Effect<void> =>
  Effect.map(health, (found) => {
    const { status, body } = healthAnswer(found)
    send(response, status, "application/json", JSON.stringify(body))
  })

const notFound = (response: ServerResponse): Effect.Effect<void> =>
  Effect.sync(() => send(response, 404, "text/plain", "Not found"))

const send = (response: ServerResponse, status: number, contentType: string, text: string): void => {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(text) }).end(text)
}
