import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import type { ReadingJob, ReadingWorkerData } from "../reading/reading-thread.ts"
import { makeWorkerThread, WorkerThreadFailed } from "./worker-thread.ts"

const selectAll: ReadingJob = {
  kind: "selectKeyIds",
  input: {
    projectId: 1,
    trashed: false,
    languageIds: [],
    conditions: [],
    order: [{ property: "keyId", languageId: null, direction: "asc" }]
  }
}

const makeThread = Effect.fnUntraced(function* (maxOldGenerationSizeMb: number, jobMillisMax = 60_000) {
  const { dataDir } = yield* TestServer
  const workerData: ReadingWorkerData = {
    database: { engine: "sqlite", filename: join(dataDir, "dragoman.sqlite") }
  }
  return yield* makeWorkerThread({
    name: "reading-worker",
    workerData,
    resourceLimits: { maxOldGenerationSizeMb },
    jobMillisMax
  })
})

layer(layerTestServer())("a worker thread", (it) => {
  it.effect("goes on after a job that broke, and answers each job with its own result", () =>
    Effect.gen(function* () {
      const thread = yield* makeThread(256)
      assert.instanceOf(yield* Effect.flip(thread.run({ kind: "nonsense", input: null })), WorkerThreadFailed)
      const results = yield* Effect.all([thread.run(selectAll), thread.run(selectAll)], { concurrency: 2 })
      assert.deepStrictEqual(results, [new Float64Array(), new Float64Array()])
    })
  )

  it.effect("that takes too long is ended, and whoever tries again at once gets another one", () =>
    Effect.gen(function* () {
      const thread = yield* makeThread(256, 1)
      let tries = 0
      const run = Effect.suspend(() => {
        tries += 1
        return thread.run(selectAll)
      })
      assert.instanceOf(yield* Effect.flip(Effect.retry(run, { times: 2 })), WorkerThreadFailed)
      assert.strictEqual(tries, 3)
    })
  )

  it.effect("that dies fails its jobs, and not the server", () =>
    Effect.gen(function* () {
      const thread = yield* makeThread(4)
      for (const _ of [1, 2]) {
        assert.instanceOf(yield* Effect.flip(thread.run(selectAll)), WorkerThreadFailed)
      }
    })
  )
})
