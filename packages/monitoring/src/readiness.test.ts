import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { healthAnswer, Readiness } from "./readiness.ts"

/** Every statement is this effect. */
const layerOf = (statement: Effect.Effect<unknown, Error>) =>
  Readiness.layer.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, (() => statement) as never)))

const healthOf = (statement: Effect.Effect<unknown, Error>) =>
  Effect.flatMap(Readiness, ({ health }) => health).pipe(Effect.provide(layerOf(statement)))

describe("readiness", () => {
  it.effect("is up when the database answers", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* healthOf(Effect.succeed([])), "UP")
    })
  )

  it.effect("is down when a statement fails or dies", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* healthOf(Effect.fail(new Error("gone"))), "DATABASE_DOWN")
      assert.strictEqual(yield* healthOf(Effect.die("broken")), "DATABASE_DOWN")
    })
  )

  it.effect("logs an outage once, however often monitors ask, and its end", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let isGone = true
      const statement = Effect.suspend(() => (isGone ? Effect.fail(new Error("gone")) : Effect.succeed([])))
      yield* Effect.gen(function* () {
        const { health } = yield* Readiness
        for (const isGoneNow of [true, true, true, false, false, true]) {
          isGone = isGoneNow
          yield* health
        }
      }).pipe(
        Effect.provide(layerOf(statement)),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(message))]))
      )
      const [away, back] = [["Database unavailable"], ["Database available again"]]
      assert.deepStrictEqual(lines, [away, back, away])
    })
  )

  it.effect("is down for ever once a statement has found the database damaged", () =>
    Effect.gen(function* () {
      const { health, damaged } = yield* Readiness
      yield* damaged
      const found = yield* health
      assert.deepStrictEqual(healthAnswer(found), {
        status: 503,
        body: { status: "DOWN", components: { database: { status: "DOWN" } } }
      })
    }).pipe(Effect.provide(layerOf(Effect.succeed([]))))
  )

  it.effect("names a part that fails, and stays up", () =>
    Effect.gen(function* () {
      const { health, reportPart, failingParts } = yield* Readiness
      yield* reportPart("webhookDispatcher", false)
      assert.deepStrictEqual(healthAnswer(yield* health, yield* failingParts), {
        status: 200,
        body: { status: "UP", components: { webhookDispatcher: { status: "DOWN" } } }
      })
      yield* reportPart("webhookDispatcher", true)
      assert.deepStrictEqual(healthAnswer(yield* health, yield* failingParts), { status: 200, body: { status: "UP" } })
    }).pipe(Effect.provide(layerOf(Effect.succeed([]))))
  )

  it.effect("is out of service once the program stops", () =>
    Effect.gen(function* () {
      const { health, stopping } = yield* Readiness
      yield* stopping
      assert.strictEqual(yield* health, "STOPPING")
    }).pipe(Effect.provide(layerOf(Effect.succeed([]))))
  )
})
