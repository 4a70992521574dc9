import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface WebhookReceiver {
  readonly url: string
  /** How many requests came so far. */
  readonly count: () => number
  /** Waits for the next request that nobody asked for yet; its id and the type of its activity. */
  readonly next: () => Promise<{ readonly id: string; readonly type: string }>
  readonly close: () => void
}

/** An endpoint on 127.0.0.1 that answers every webhook with 200. */
export const openWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: Array<{ id: string; type: string }> = []
  const waiting: Array<() => void> = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    received.push({ id: String(request.headers["webhook-id"]), type: String(body.activityData?.type) })
    waiting.shift()?.()
    response.end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  let asked = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => received.length,
    next: async () => {
      const index = asked++
      if (index >= received.length) await new Promise<void>((resolve) => waiting.push(resolve))
      const request = received[index]
      if (request === undefined) throw new Error("The receiver was closed.")
      return request
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
