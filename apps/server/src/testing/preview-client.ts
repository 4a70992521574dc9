import { Effect, Queue } from "effect"
import { TestServer } from "./test-server.ts"

/** A message of the server, or that the connection is closed. */
export type PreviewMessage =
  | {
      readonly type: "result"
      readonly checkType: string
      readonly issues: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
  | { readonly type: "done" }
  | { readonly type: "error"; readonly message: string }
  | { readonly type: "closed"; readonly code: number }

/** A websocket of a preview, open until the end of the scope. */
export const connectPreview = Effect.fnUntraced(function* (opening: object | string) {
  const { baseUrl } = yield* TestServer
  const heard = yield* Queue.unbounded<PreviewMessage>()
  const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/ws/qa-preview`)
  socket.addEventListener("message", ({ data }) => Queue.offerUnsafe(heard, JSON.parse(String(data)) as PreviewMessage))
  socket.addEventListener("close", ({ code }) => Queue.offerUnsafe(heard, { type: "closed", code }))
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise((resolve) => socket.addEventListener("open", resolve))),
    () => Effect.sync(() => socket.close())
  )
  const send = (message: object | string): void =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message))
  send(opening)
  const next = Queue.take(heard)
  /** The issues of the next check that is done: type, message and state. */
  const results = Effect.gen(function* () {
    const found: Array<ReadonlyArray<unknown>> = []
    const types: Array<string> = []
    while (true) {
      const message = yield* next
      if (message.type !== "result") return { types, found, last: message }
      types.push(message.checkType)
      for (const issue of message.issues) found.push([issue["type"], issue["message"], issue["state"]])
    }
  })
  return { send, next, results }
})
