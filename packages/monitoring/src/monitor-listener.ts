import { createHash, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Data, Effect } from "effect"
import { type Health, healthAnswer, type OptionalPart } from "./readiness.ts"

/** Prometheus text format 0.0.4. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8"

/** The sources of the answers to monitors. */
export interface MonitorAnswers {
  readonly health: Effect.Effect<Health>
  /** The parts that do not work now; none unless given. */
  readonly failingParts?: Effect.Effect<ReadonlyArray<OptionalPart>>
  readonly metrics: Effect.Effect<string>
}

/** The address is taken, or not one of this machine. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly host: string; readonly port: number }> {}

/**
 * Listens for monitors until the scope is closed, with the paths that the server has too. `answers`: null while there is
 * no database yet.
 */
export const listenForMonitors = (
  {
    host,
    port,
    token = null
  }: {
    readonly host: string
    readonly port: number
    /** Token that requests for metrics need; those for health need none. */
    readonly token?: string | null
  },
  answers: () => MonitorAnswers | null
) =>
  Effect.acquireRelease(
    // With the loggers of the program, whose lines have one form.
    Effect.flatMap(Effect.context<never>(), (context) =>
      Effect.callback<{ readonly port: number; readonly close: () => void }, ListenFailed>((resume) => {
        const server = createServer((request, response) => {
          const path = request.url?.split("?", 1)[0] ?? "/"
          const isRead = request.method === "GET" || request.method === "HEAD"
          void Effect.runPromiseWith(context)(
            !isRead || (metricsPaths.has(path) && !hasToken(request, token))
              ? reject(response, isRead ? 401 : 404)
              : answer(path, answers(), response)
          )
        })
        server.once("error", () => resume(Effect.fail(new ListenFailed({ host, port }))))
        server.listen(port, host, () => {
          const close = () => {
            server.close()
            server.closeAllConnections()
          }
          resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
        })
      })
    ),
    ({ close }) => Effect.sync(close)
  )

/** Paths of Prometheus, and of Spring Boot Actuator, which monitors of Tolgee expect. */
export const metricsPaths: ReadonlySet<string> = new Set(["/metrics", "/actuator/prometheus"])

/** Says whether a request carries the bearer token of the metrics. `token`: null when there is none. */
export const hasToken = ({ headers }: Pick<IncomingMessage, "headers">, token: string | null): boolean => {
  if (token === null) return true
  const [, given = ""] = /^Bearer +(.*)$/i.exec(headers.authorization ?? "") ?? []
  // Compares digests of one length, so that the time reveals nothing.
  return timingSafeEqual(digestOf(given), digestOf(token))
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()

const answer = (path: string, answers: MonitorAnswers | null, response: ServerResponse): Effect.Effect<void> => {
  switch (path) {
    case "/health/live":
      return sendHealth(response, { health: Effect.succeed("UP") })
    case "/health":
    case "/health/ready":
    case "/actuator/health":
      return sendHealth(response, answers ?? { health: Effect.succeed("DATABASE_DOWN") })
    case "/metrics":
    case "/actuator/prometheus":
      return answers === null
        ? reject(response, 404)
        : Effect.map(answers.metrics, (text) => send(response, 200, metricsContentType, text))
    default:
      return reject(response, 404)
  }
}

const sendHealth = (
  response: ServerResponse,
  { health, failingParts = Effect.succeed([]) }: Pick<MonitorAnswers, "health" | "failingParts">
): Effect.Effect<void> =>
  Effect.map(Effect.all([health, failingParts]), ([found, failing]) => {
    const { status, body } = healthAnswer(found, failing)
    send(response, status, "application/json", JSON.stringify(body))
  })

const reject = (response: ServerResponse, status: 401 | 404): Effect.Effect<void> =>
  Effect.sync(() => {
    if (status === 401) response.setHeader("www-authenticate", "Bearer")
    send(response, status, "text/plain", status === 401 ? "A bearer token is needed" : "Not found")
  })

const send = (response: ServerResponse, status: number, contentType: string, text: string): void => {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(text) }).end(text)
}
