import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Queue } from "effect"

export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/**
 * An endpoint on a free port of this machine. It answers with the status of the moment, and hands out what it received in
 * the order of its coming.
 */
export const startReceiver = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<ReceivedWebhook>()
  let status = 200
  let answerHeaders: Readonly<Record<string, string>> = {}
  let count = 0
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => {
      body += chunk
    })
    request.on("end", () => {
      count++
      response.writeHead(status, answerHeaders).end()
      Queue.offerUnsafe(queue, { headers: request.headers as Record<string, string | undefined>, body })
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    next: Queue.take(queue),
    received: () => count,
    answerWith: (next: number, headers: Readonly<Record<string, string>> = {}) => {
      status = next
      answerHeaders = headers
    }
  }
})

/** A receiver's check of Tolgee's header, written from its documentation. */
export const isTolgeeSigned = ({ headers, body }: ReceivedWebhook, secret: string): boolean => {
  const { timestamp, signature } = JSON.parse(headers["tolgee-signature"] ?? "{}")
  return (
    Number.isInteger(timestamp) &&
    signature === createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")
  )
}

/** A receiver's check of Standard Webhooks, written from its specification. */
export const isStandardSigned = ({ headers, body }: ReceivedWebhook, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expected = `v1,${createHmac("sha256", key).update(text).digest("base64")}`
  return headers["webhook-signature"]?.split(" ").includes(expected) === true
}
