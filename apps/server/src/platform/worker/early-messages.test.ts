import { once } from "node:events"
import { Worker as Thread } from "node:worker_threads"
import { assert, it } from "vitest"
import { keepEarlyMessages } from "./early-messages.ts"

/** Says that it is ready, and sends every message back, as long as it lives. */
const echo = `
  const { parentPort } = require("node:worker_threads")
  parentPort.postMessage("ready")
  parentPort.on("message", (message) => parentPort.postMessage(message))`

it("messages of a thread that come before its listener are emitted to that, once and in order, and so are later ones", async () => {
  const thread = new Thread(echo, { eval: true })
  const isReady = once(thread, "message")
  keepEarlyMessages(thread)
  await isReady
  const received: Array<string> = []
  const isEchoed = new Promise<void>((resolve) =>
    thread.on("message", (message) => {
      received.push(message)
      if (message === "again") resolve()
    })
  )
  thread.postMessage("again")
  // Not at the end of the thread, when Node also gives what a port that receives nothing has kept.
  await isEchoed
  assert.deepStrictEqual(received, ["ready", "again"])
  await thread.terminate()
})
