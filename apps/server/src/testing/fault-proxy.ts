import { createServer, type Server } from "node:http"
import { Effect } from "effect"

/** A fault of Tolgee's server in place of a response. */
type Fault = "kill" | "limit" | "drop" | "fail"

/** Stands before the server. `faults`: the first request whose path contains the text meets the fault. */
export const startFaultProxy = (target: string, faults: Array<readonly [string, Fault]>, kill: () => void) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer(async (request, response) => {
            const index = faults.findIndex(([text]) => request.url?.includes(text))
            const [[, fault] = []] = index < 0 ? [] : faults.splice(index, 1)
            if (fault === "kill") return kill()
            if (fault === "drop") return request.socket.destroy()
            if (fault === "limit")
              return response.writeHead(429).end(JSON.stringify({ code: "rate_limited", retryAfter: 5 }))
            if (fault === "fail") return response.writeHead(503).end("busy")
            const { host: _, connection: __, ...headers } = request.headers
            const answer = await fetch(`${target}${request.url}`, { headers: headers as Record<string, string> })
            response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
            response.end(Buffer.from(await answer.arrayBuffer()))
          })
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close())))
  )

export const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}
