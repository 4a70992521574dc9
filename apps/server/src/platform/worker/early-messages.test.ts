import { once } from "node:events"
import { Worker as Thread } from "node:worker_threads"
import { assert, it } from "vitest"
import { keepEarlyMessages } from "./early-messages.ts"

/** Says that it is ready, and sends one message back. */
const echo = `
  const { parentPort } = require("node:worker_threads")
  parentPort.postMessage("ready")
  parentPort.once("message", (message) => parentPort.postMessage(message))`

it("messages of a thread that come before its listener are emitted to that, once and in order", async () => {
  const thread = new Thread(echo, { eval: true })
  const isReady = once(thread, "message")
  keepEarlyMessages(thread)
  await isReady
  const received: Array<string> = []
  thread.on("message", (message) => received.push(message))
  thread.postMessage("again")
  await once(thread, "exit")
  assert.deepStrictEqual(received, ["ready", "again"])
})
