import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SendResult } from "./sending/send-result.ts"
import { makeManualClock } from "./testing/manual-clock.ts"
import { commitRevision, givenWebhooks, inOutboxWorld, untilDeliveries } from "./testing/outbox-world.ts"
import { runSchedule, type ScheduleCase } from "./testing/schedule-run.ts"
import { answered, givenControl, startScriptedEngine } from "./testing/scripted-engine.ts"

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

/** What an endpoint answers first, when the delivery comes again then, and when one that is committed meanwhile comes. */
const firstAnswers = (now: number): ReadonlyArray<readonly [string, SendResult, number, number]> => [
  ["no Retry-After", answered(500), 5 * second, 0],
  ["a longer one", answered(500, "120"), 120 * second, 0],
  ["a shorter one", answered(500, "1"), 5 * second, 0],
  ["a date", answered(500, inHttp(now + 60 * second)), 60 * second, 0],
  ["a date in the past", answered(500, inHttp(now - day)), 5 * second, 0],
  ["a broken one", answered(500, "in a while"), 5 * second, 0],
  ["a negative one", answered(500, "-120"), 5 * second, 0],
  ["a fraction", answered(500, "120.5"), 5 * second, 0],
  ["an absurd number", answered(500, "9".repeat(400)), day, 0],
  ["an absurd date", answered(500, "Fri, 31 Dec 9999 23:59:59 GMT"), day, 0],
  ["after a redirect", answered(302, "120"), 120 * second, 0],
  ["after 410", answered(410, "120"), 120 * second, 0],
  ["429 without it", answered(429), 5 * second, 0],
  ["503 without it", answered(503), 5 * second, 0],
  ["429 with it", answered(429, "120"), 120 * second, 120 * second],
  ["503 with it", answered(503, "120"), 120 * second, 120 * second],
  ["503 with less than the pause", answered(503, "2"), 5 * second, 2 * second],
  ["503 with a date", answered(503, inHttp(now + 60 * second)), 60 * second, 60 * second],
  ["429 with an absurd one", answered(429, "9".repeat(400)), day, day],
  ["429 with a broken one", answered(429, "soon"), 5 * second, 0]
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
      const rows = firstAnswers(machine.wallMillis())
      const startedAt = machine.wallMillis()
      const sentAfter: Array<{ readonly messageId: string; readonly millis: number }> = []
      yield* givenWebhooks(rows.map((_, index) => `http://endpoint.example/${index}`))
      const control = yield* givenControl(({ messageId, url }) =>
        Effect.sync(() => {
          const isFirst = messageId.endsWith("_1") && sentAfter.every((sent) => sent.messageId !== messageId)
          sentAfter.push({ messageId, millis: machine.wallMillis() - startedAt })
          const row = rows[Number(url.split("/").at(-1))]
          return isFirst && row !== undefined ? row[1] : answered(200)
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
    }).pipe(inOutboxWorld)
  )
})
