import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { ReadingJobs } from "../reading/reading.ts"
import { CurrentHeavyJobs, HeavyJobs } from "./heavy-jobs.ts"
import { makeWorker, threadHeaps, WorkerFailed } from "./worker.ts"
import { DatabaseWorkerData } from "./worker-messages.ts"

const selectAll = {
  name: "selectKeyIds",
  input: {
    place: { projectId: 1, branchId: null },
    trashed: false,
    languageIds: [],
    conditions: [],
    order: [{ property: "keyId", languageId: null, direction: "asc" }]
  }
}

const makeReader = Effect.fnUntraced(function* (
  maxOldGenerationSizeMb: number,
  jobMillisMax = 60_000,
  isHeavy = false
) {
  const { dataDir } = yield* TestServer
  const worker = yield* makeWorker(ReadingJobs, {
    name: "reading-worker",
    workerData: DatabaseWorkerData.make({
      database: { engine: "sqlite", filename: join(dataDir, "dragoman.sqlite") }
    }),
    resourceLimits: { maxOldGenerationSizeMb },
    jobMillisMax,
    isHeavy
  })
  return (job: { readonly name: string; readonly input: unknown }) =>
    worker.run(({ read }) => read({ ...job, isOnReplica: false }))
})

layer(layerTestServer())("a worker", (it) => {
  it.effect("does the next jobs after one that broke, and gives each its own result", () =>
    Effect.gen(function* () {
      const read = yield* makeReader(256)
      assert.instanceOf(yield* Effect.flip(read({ name: "nonsense", input: null })), WorkerFailed)
      const results = yield* Effect.all([read(selectAll), read(selectAll)], { concurrency: 2 })
      assert.deepStrictEqual(
        results.map(({ value }) => value),
        [new Float64Array(), new Float64Array()]
      )
    })
  )

  it.effect("with heavy jobs ends when idle as soon as another worker needs the memory, and starts again", () =>
    Effect.gen(function* () {
      const first = yield* makeReader(256, undefined, true)
      const second = yield* makeReader(256, undefined, true)
      const readers = Effect.map(threadHeaps, (heaps) => heaps.filter(({ thread }) => thread === "reading-worker"))
      for (const read of [first, second, first]) {
        yield* read(selectAll)
        assert.lengthOf(yield* readers, 1)
      }
    }).pipe(Effect.provideService(CurrentHeavyJobs, new HeavyJobs(1)))
  )

  it.effect.skipIf(process.platform !== "linux")(
    "shares SQLite with its process: two copies release each other's locks",
    () =>
      Effect.gen(function* () {
        const read = yield* makeReader(256)
        yield* read(selectAll)
        const mappings = readFileSync("/proc/self/maps", "utf8").split("\n")
        // Addresses, rights, offset, device, inode, file.
        const copies = mappings
          .filter((line) => /better.sqlite3.*[.]node$/.test(line))
          .map((line) => line.split(/ +/).slice(3, 5).join())
        assert.strictEqual(new Set(copies).size, 1)
      })
  )

  it.effect("has its heap among those of the process, as long as it lives", () =>
    Effect.gen(function* () {
      const readers = Effect.map(threadHeaps, (heaps) => heaps.filter(({ thread }) => thread === "reading-worker"))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const read = yield* makeReader(256)
          yield* read(selectAll)
          const [heap, ...others] = yield* readers
          assert.isEmpty(others)
          assert.isAbove(heap?.usedBytes ?? 0, 1e6)
          assert.isAtLeast(heap?.sizeBytes ?? 0, heap?.usedBytes ?? Number.POSITIVE_INFINITY)
        })
      )
      assert.isEmpty(yield* readers)
    })
  )

  it.effect("whose job takes too long is ended, and a job that is tried again at once gets another thread", () =>
    Effect.gen(function* () {
      const read = yield* makeReader(256, 1)
      let tries = 0
      const run = Effect.suspend(() => {
        tries += 1
        return read(selectAll)
      })
      assert.instanceOf(yield* Effect.flip(Effect.retry(run, { times: 2 })), WorkerFailed)
      assert.strictEqual(tries, 3)
    })
  )

  it.effect("that dies fails its jobs, and not the server", () =>
    Effect.gen(function* () {
      const read = yield* makeReader(4)
      for (const _ of [1, 2]) {
        assert.instanceOf(yield* Effect.flip(read(selectAll)), WorkerFailed)
      }
    })
  )
})
