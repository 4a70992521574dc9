import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Readiness } from "./readiness.ts"

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

  it.effect("is out of service once the program stops", () =>
    Effect.gen(function* () {
      const { health, stopping } = yield* Readiness
      yield* stopping
      assert.strictEqual(yield* health, "STOPPING")
    }).pipe(Effect.provide(layerOf(Effect.succeed([]))))
  )
})
