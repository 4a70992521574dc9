import { type Cause, Effect, Queue } from "effect"
import { credentialHeaders, type TestCredential } from "./send.ts"
import { TestServer } from "./test-server.ts"

/** Fields between two empty lines of a stream. */
export type EventBlock = Readonly<Record<string, string>>

/** The running stream of a project, as `openStream`. */
export const openEventStream = (
  credential: Exclude<TestCredential, null>,
  projectId: number,
  options: { readonly query?: string; readonly lastEventId?: number; readonly baseUrl?: string } = {}
) => openStream(credential, `/v2/projects/${projectId}/events${options.query ?? ""}`, options)

/** A running stream of server-sent events; its blocks end with the stream. It is left with the scope. */
export const openStream = Effect.fnUntraced(function* (
  credential: Exclude<TestCredential, null>,
  path: string,
  options: { readonly lastEventId?: number; readonly baseUrl?: string } = {}
) {
  const server = options.baseUrl ?? (yield* TestServer).baseUrl
  const blocks = yield* Queue.unbounded<EventBlock, Cause.Done>()
  const leaving = new AbortController()
  const response = yield* Effect.promise(() =>
    fetch(`${server}${path}`, {
      signal: leaving.signal,
      headers: {
        ...credentialHeaders(credential),
        ...(options.lastEventId === undefined ? {} : { "last-event-id": String(options.lastEventId) })
      }
    })
  )
  const leave = Effect.sync(() => leaving.abort())
  yield* Effect.addFinalizer(() => leave)
  const read = async (): Promise<void> => {
    let rest = ""
    for await (const bytes of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const texts = (rest + bytes).split("\n\n")
      rest = texts.pop() ?? ""
      for (const text of texts) Queue.offerUnsafe(blocks, parseBlock(text))
    }
  }
  void read()
    .catch(() => {})
    .finally(() => Queue.endUnsafe(blocks))
  return { status: response.status, headers: response.headers, next: Queue.take(blocks), leave }
})

/** The fields of a block, each by its last line. */
export const parseBlock = (text: string): EventBlock =>
  Object.fromEntries(
    text.split("\n").map((line) => {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      return [name, value]
    })
  )
