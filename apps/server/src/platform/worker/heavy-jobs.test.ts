import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { CurrentHeavyJobs, HeavyJobs, heavyHeapMegabytes, heavyJobsIn } from "./heavy-jobs.ts"

const megabyte = 1024 * 1024

describe("heavyJobsIn", () => {
  it.each([
    [128, 1],
    [512, 1],
    [767, 1],
    [768, 2],
    [1_024, 3],
    [4_096, 15]
  ])("%i MB are enough for %i", (megabytes, jobs) => {
    expect(heavyJobsIn(megabytes * megabyte)).toBe(jobs)
  })
})

describe("the heap of a heavy thread", () => {
  it.effect("is that of a turn where jobs take turns", () =>
    Effect.gen(function* () {
      const inSmallContainer = Effect.provideService(CurrentHeavyJobs, new HeavyJobs(512 * megabyte))
      expect(yield* inSmallContainer(heavyHeapMegabytes(1_024))).toBe(224)
      expect(yield* inSmallContainer(heavyHeapMegabytes(128))).toBe(128)
      expect(yield* Effect.provideService(heavyHeapMegabytes(1_024), CurrentHeavyJobs, null)).toBe(1_024)
    })
  )
})

describe("HeavyJobs", () => {
  it.effect("runs one job after the other where memory is enough for one, and then ends idle threads of others", () =>
    Effect.gen(function* () {
      const heavyJobs = new HeavyJobs(64 * megabyte)
      const events: Array<string> = []
      const note = (event: string) => Effect.sync(() => void events.push(event))
      const importTurn = yield* heavyJobs.join(note("idle import threads end"))
      const exportTurn = yield* heavyJobs.join(note("idle export threads end"))
      const isReading = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const importing = yield* Effect.forkChild(
        importTurn(
          Effect.gen(function* () {
            yield* note("import begins")
            yield* Deferred.succeed(isReading, undefined)
            yield* Deferred.await(mayEnd)
            yield* note("import ends")
          })
        )
      )
      yield* Deferred.await(isReading)
      const exporting = yield* Effect.forkChild(exportTurn(note("export")))
      yield* Effect.yieldNow
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(importing)
      yield* Fiber.join(exporting)
      expect(events).toEqual([
        "idle export threads end",
        "import begins",
        "import ends",
        "idle import threads end",
        "export"
      ])
    })
  )

  it.effect("a job whose caller has gone gives its place to the next one", () =>
    Effect.gen(function* () {
      const heavyJobs = new HeavyJobs(64 * megabyte)
      const takeTurn = yield* heavyJobs.join(Effect.void)
      const hasBegun = yield* Deferred.make<void>()
      const running = yield* Effect.forkChild(
        takeTurn(Effect.andThen(Deferred.succeed(hasBegun, undefined), Effect.never))
      )
      yield* Deferred.await(hasBegun)
      const waiting = yield* Effect.forkChild(takeTurn(Effect.void))
      const last = yield* Effect.forkChild(takeTurn(Effect.succeed("last")))
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(running)
      expect(yield* Fiber.join(last)).toBe("last")
    })
  )

  it.effect("keeps the threads of others while there is memory for one more job", () =>
    Effect.gen(function* () {
      const heavyJobs = new HeavyJobs(64 * 1024 * megabyte)
      let ended = 0
      yield* heavyJobs.join(Effect.sync(() => void ended++))
      const takeTurn = yield* heavyJobs.join(Effect.void)
      yield* takeTurn(Effect.void)
      expect(ended).toBe(0)
    })
  )
})
