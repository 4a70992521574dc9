import { once } from "node:events"
import { getPriority } from "node:os"
import { Worker as Thread } from "node:worker_threads"
import { assert, it } from "vitest"

/** Yields, and says the niceness of its thread and of the main thread. */
const yielding = `
  const { parentPort, workerData } = require("node:worker_threads")
  const { readFileSync } = require("node:fs")
  import(workerData).then(({ yieldToRequests }) => {
    yieldToRequests()
    const nicenessOf = (task) => Number(readFileSync("/proc/" + task + "/stat", "utf8").replace(/^.*\\) /s, "").split(" ")[16])
    parentPort.postMessage([nicenessOf("thread-self"), nicenessOf("self/task/" + process.pid)])
  })`

it.runIf(process.platform === "linux")(
  "a thread that yields to requests leaves the main thread as it was",
  async () => {
    const before = getPriority()
    const thread = new Thread(yielding, {
      eval: true,
      workerData: new URL("./yield-to-requests.ts", import.meta.url).href
    })
    const [[ofThread, ofMain]] = await once(thread, "message")
    await thread.terminate()
    assert.deepStrictEqual([ofThread, ofMain, getPriority()], [Math.max(before, 10), before, before])
  }
)
