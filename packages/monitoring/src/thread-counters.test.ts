import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { assert, it } from "vitest"
import { addToFigure, figureOf, startCounted } from "./thread-counters.ts"

it("figures of threads count while they run; counts outlive a thread, levels end with it, however it ended", async () => {
  const before = [figureOf("databaseTransactions"), figureOf("databaseConnections.read")]
  const sinceThen = () => [
    figureOf("databaseTransactions") - (before[0] ?? 0),
    figureOf("databaseConnections.read") - (before[1] ?? 0)
  ]
  addToFigure("databaseTransactions", 2)
  const program = `
    import { workerData, parentPort } from "node:worker_threads"
    const { addToFigure } = await import(workerData)
    addToFigure("databaseTransactions", 3)
    addToFigure("databaseConnections.read", 10)
    parentPort.postMessage("counted")
    setInterval(() => {}, 1_000)`
  const [thread, ends] = startCounted(
    () =>
      new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
        workerData: new URL("./thread-counters.ts", import.meta.url).href
      })
  )
  await once(thread, "message")
  assert.deepStrictEqual(sinceThen(), [5, 10])
  await thread.terminate()
  ends()
  ends()
  assert.deepStrictEqual(sinceThen(), [5, 0])
})
