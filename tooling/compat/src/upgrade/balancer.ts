import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

/** A load balancer as operators run one: it asks each server whether it is ready, and sends a request once. */
export interface Balancer {
  readonly address: string
  /** Returns when the server at the address takes requests. */
  readonly ready: (address: string) => Promise<void>
  /** How many requests each server has responded to. */
  readonly served: ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

const checkMillis = 100

/** `addresses`: of servers that run, or will. */
export const startBalancer = async (addresses: ReadonlyArray<string>): Promise<Balancer> => {
  const readyAddresses = new Set<string>()
  const served = new Map<string, number>()
  let isStopped = false
  let next = 0
  const check = async (address: string) => {
    while (!isStopped) {
      const isReady = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false
      )
      if (isReady) readyAddresses.add(address)
      else readyAddresses.delete(address)
      await setTimeout(checkMillis)
    }
  }
  const checks = addresses.map(check)
  const server = createServer((incoming, outgoing) => {
    const ready = [...readyAddresses]
    const address = ready[next++ % ready.length]
    if (address === undefined) {
      outgoing.writeHead(502).end("no server is ready")
      return
    }
    const forwarded = request(
      `${address}${incoming.url}`,
      { method: incoming.method, headers: { ...forwardedHeaders(incoming), connection: "close" }, agent: false },
      (response) => {
        served.set(address, (served.get(address) ?? 0) + 1)
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      }
    )
    forwarded.on("error", (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end(`${address}: ${error.message}`)
    })
    incoming.pipe(forwarded)
  })
  server.on("upgrade", (incoming, socket, head) => {
    const ready = [...readyAddresses]
    const address = ready[next++ % ready.length]
    if (address === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
      return
    }
    const forwarded = request(`${address}${incoming.url}`, { headers: forwardedHeaders(incoming), agent: false })
    const passBack = (response: IncomingMessage) => {
      const lines = response.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
      socket.write([`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`, ...lines, "", ""].join("\r\n"))
    }
    socket.on("error", () => forwarded.destroy())
    forwarded.on("upgrade", (response, upstream, first) => {
      passBack(response)
      socket.write(first)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
      upstream.on("error", () => socket.destroy())
      socket.on("close", () => upstream.destroy())
      upstream.on("close", () => socket.destroy())
    })
    forwarded.on("response", (response) => {
      passBack(response)
      response.pipe(socket)
    })
    forwarded.on("error", () => socket.destroy())
    forwarded.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: async (address) => {
      while (!readyAddresses.has(address)) await setTimeout(checkMillis)
    },
    served,
    stop: async () => {
      isStopped = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(checks)
    }
  }
}

const forwardedHeaders = ({ headers, socket }: IncomingMessage): OutgoingHttpHeaders => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", "),
  "x-forwarded-proto": "http",
  "x-forwarded-host": headers.host
})
