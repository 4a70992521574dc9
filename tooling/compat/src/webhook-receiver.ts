import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** One request that came, as far as it is compared with others. */
export interface ReceivedWebhook {
  /** `webhook-id` without its random part: `msg_<configuration>_<revision>`. */
  readonly id: string
  /** Type of its activity; `undefined` for a test call. */
  readonly type: string
  /** Digest of the bytes of its body. */
  readonly digest: string
  /** The new text, when the activity changed one. */
  readonly text: string | null
  /** When it had come, on the clock of `performance.now()`. */
  readonly at: number
}

export interface WebhookReceiver {
  readonly url: string
  /** All that came so far, in order. */
  readonly received: ReadonlyArray<ReceivedWebhook>
  /** Waits for the next request that no call has returned yet. */
  readonly next: () => Promise<ReceivedWebhook>
  /** Calls the function with each request that comes, until the function that it returns is called. */
  readonly listen: (heard: (webhook: ReceivedWebhook) => void) => () => void
  readonly close: () => void
}

export interface ReceiverOptions {
  /** Time from the request to the response. */
  readonly answerAfterMillis?: number
  /** Done before the answer; what it throws is answered with 500. */
  readonly beforeAnswer?: (body: WebhookBody) => Promise<void>
}

export interface WebhookBody {
  readonly activityData: {
    readonly type: string
    readonly revisionId: number
    readonly modifiedEntities: Readonly<Record<string, ReadonlyArray<ModifiedEntity>>> | null
  } | null
}

interface ModifiedEntity {
  readonly modifications: { readonly text?: { readonly new: string } } | null
}

/** An endpoint on 127.0.0.1, under every path, that answers every webhook with 200. */
export const openWebhookReceiver = async (options: ReceiverOptions = {}): Promise<WebhookReceiver> => {
  const { answerAfterMillis = 0, beforeAnswer } = options
  const received: Array<ReceivedWebhook> = []
  const waiting = new Set<(webhook: ReceivedWebhook) => void>()
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray())
    const body: WebhookBody = JSON.parse(bytes.toString())
    const webhook: ReceivedWebhook = {
      id: String(request.headers["webhook-id"]).split("_", 3).join("_"),
      type: String(body.activityData?.type),
      digest: createHash("sha256").update(bytes).digest("base64"),
      text: body.activityData?.modifiedEntities?.["Translation"]?.[0]?.modifications?.text?.new ?? null,
      at: performance.now()
    }
    received.push(webhook)
    for (const look of [...waiting]) look(webhook)
    await beforeAnswer?.(body).catch(() => {
      response.statusCode = 500
    })
    if (answerAfterMillis > 0) setTimeout(() => response.end(), answerAfterMillis)
    else response.end()
  })
  // Never in the moment in which a sender uses the connection again: that attempt would fail and come back much later.
  server.keepAliveTimeout = 600_000
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  let asked = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    next: async () => {
      const index = asked++
      while (index >= received.length) {
        await new Promise<void>((resolve) => {
          const look = () => {
            waiting.delete(look)
            resolve()
          }
          waiting.add(look)
        })
      }
      return received[index] as ReceivedWebhook
    },
    listen: (heard) => {
      waiting.add(heard)
      return () => waiting.delete(heard)
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** Waits until each of these ids has come to one of the endpoints; those that have not when the time is over. */
export const missingAt = async (
  receivers: ReadonlyArray<WebhookReceiver>,
  ids: Iterable<string>,
  withinMillis: number
): Promise<ReadonlyArray<string>> => {
  const missing = new Set(ids)
  for (const { received } of receivers) for (const { id } of received) missing.delete(id)
  if (missing.size === 0) return []
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const timer = setTimeout(end, withinMillis)
    const stops = receivers.map(({ listen }) =>
      listen(({ id }) => {
        missing.delete(id)
        if (missing.size === 0) end()
      })
    )
  })
  return [...missing]
}
