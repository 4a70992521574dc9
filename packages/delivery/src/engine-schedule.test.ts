import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SendResult } from "./sending/post.ts"
import { commitRevision, seedWebhooks, untilDeliveries, withOutbox } from "./testing/outbox-fixture.ts"
import { runSchedule, type ScheduleCase } from "./testing/schedule-run.ts"
import { makeControl, makeManualClock, respondedWith, startScriptedEngine } from "./testing/scripted-engine.ts"

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** The first response, the pause before the retry, and the pause before a delivery that is committed meanwhile. */
const firstResponses = (now: number): ReadonlyArray<readonly [string, SendResult, number, number]> => [
  ["no Retry-After", respondedWith(500), 5 * second, 0],
  ["a longer one", respondedWith(500, "120"), 120 * second, 0],
  ["a shorter one", respondedWith(500, "1"), 5 * second, 0],
  ["a date", respondedWith(500, inHttp(now + 60 * second)), 60 * second, 0],
  ["a date in the past", respondedWith(500, inHttp(now - day)), 5 * second, 0],
  ["a broken one", respondedWith(500, "in a while"), 5 * second, 0],
  ["a negative one", respondedWith(500, "-120"), 5 * second, 0],
  ["a fraction", respondedWith(500, "120.5"), 5 * second, 0],
  ["an absurd number", respondedWith(500, "9".repeat(400)), day, 0],
  ["an absurd date", respondedWith(500, "Fri, 31 Dec 9999 23:59:59 GMT"), day, 0],
  ["after a redirect", respondedWith(302, "120"), 120 * second, 0],
  ["after 410", respondedWith(410, "120"), 120 * second, 0],
  ["429 without it", respondedWith(429), 5 * second, 0],
  ["503 without it", respondedWith(503), 5 * second, 0],
  ["429 with it", respondedWith(429, "120"), 120 * second, 120 * second],
  ["503 with it", respondedWith(503, "120"), 120 * second, 120 * second],
  ["503 with less than the pause", respondedWith(503, "2"), 5 * second, 2 * second],
  ["503 with a date", respondedWith(503, inHttp(now + 60 * second)), 60 * second, 60 * second],
  ["429 with an absurd one", respondedWith(429, "9".repeat(400)), day, day],
  ["429 with a broken one", respondedWith(429, "soon"), 5 * second, 0]
]

/** Dates of HTTP have no milliseconds. */
const inHttp = (wallMillis: number) => new Date(wallMillis).toUTCString()

describe("the schedule of the engine", () => {
  it.live.each([
    ["to the millisecond", { jitter: 0 }],
    ["with the longest jitter, over restarts", { jitter: 0.999_999, isRestarted: true }],
    ["while the wall clock jumps an hour ahead and back", { jitter: 0.5, jumpMillis: hour }]
  ] satisfies ReadonlyArray<[string, ScheduleCase]>)("is kept over ten attempts, %s", ([_, scheduleCase]) =>
    Effect.gen(function* () {
      const run = yield* runSchedule(scheduleCase)
      assert.deepStrictEqual(run, { deviations: Array.from({ length: 10 }, () => 0), state: "FAILED" })
    })
  )

  it.live("has regard to Retry-After, for one delivery or for all of an endpoint, also over a restart", () =>
    Effect.gen(function* () {
      const machine = yield* makeManualClock
      machine.pass(second - (machine.wallMillis() % second))
      const rows = firstResponses(machine.wallMillis())
      const startedAt = machine.wallMillis()
      const sentAfter: Array<{ readonly messageId: string; readonly millis: number }> = []
      yield* seedWebhooks(rows.map((_, index) => `http://endpoint.example/${index}`))
      const control = yield* makeControl(({ messageId, url }) =>
        Effect.sync(() => {
          const isFirst = messageId.endsWith("_1") && sentAfter.every((sent) => sent.messageId !== messageId)
          sentAfter.push({ messageId, millis: machine.wallMillis() - startedAt })
          const row = rows[Number(url.split("/").at(-1))]
          return isFirst && row !== undefined ? row[1] : respondedWith(200)
        })
      )
      const start = startScriptedEngine(machine, control.send)
      const first = yield* start
      yield* commitRevision(1)
      yield* first.wake
      yield* untilDeliveries((found) => found.filter(({ attemptCount }) => attemptCount === 1).length === rows.length)
      yield* first.stop
      const engine = yield* start
      yield* commitRevision(2)
      const moments = [...new Set(rows.flatMap(([, , again, meanwhile]) => [again, meanwhile]))].sort((a, b) => a - b)
      for (const moment of moments) {
        for (const millis of [moment - 1, moment]) {
          machine.pass(Math.max(0, startedAt + millis - machine.wallMillis()))
          yield* control.passes(engine)
        }
      }
      yield* untilDeliveries((found) => found.every(({ state }) => state === "DELIVERED"))
      const momentsOf = (messageId: string) =>
        sentAfter.filter((sent) => sent.messageId === messageId).map(({ millis }) => millis)
      assert.deepStrictEqual(
        rows.map(([name], index) => [name, momentsOf(`msg_${index + 1}_1`), momentsOf(`msg_${index + 1}_2`)]),
        rows.map(([name, , again, meanwhile]) => [name, [0, again], [meanwhile]])
      )
    }).pipe(withOutbox)
  )
})
