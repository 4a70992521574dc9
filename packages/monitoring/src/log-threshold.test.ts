import { MessageChannel, receiveMessageOnPort } from "node:worker_threads"
import { assert, describe, it } from "vitest"
import { LogThreshold } from "./log-threshold.ts"

describe("the threshold of the log", () => {
  it("lets events of its level and worse ones through", () => {
    const threshold = new LogThreshold("warn")
    const passing = () =>
      (["Trace", "Debug", "Info", "Warn", "Error", "Fatal"] as const).filter((level) => threshold.lets(level))
    assert.deepStrictEqual(passing(), ["Warn", "Error", "Fatal"])
    threshold.level = "debug"
    assert.deepStrictEqual(passing(), ["Debug", "Info", "Warn", "Error", "Fatal"])
  })

  it("is one with that of a thread that has its memory", () => {
    const threshold = new LogThreshold("info")
    const { port1, port2 } = new MessageChannel()
    port1.postMessage(threshold.memory)
    const ofThread = new LogThreshold(receiveMessageOnPort(port2)?.message)
    port1.close()
    threshold.level = "error"
    assert.strictEqual(ofThread.level, "error")
    assert.isFalse(ofThread.lets("Warn"))
  })
})
